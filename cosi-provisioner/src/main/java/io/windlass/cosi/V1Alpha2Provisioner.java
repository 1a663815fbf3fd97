package io.windlass.cosi;

import io.grpc.stub.StreamObserver;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketResponse;
import io.windlass.proto.cosi.v1alpha2.DriverDeleteBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverDeleteBucketResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketAccessIdRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketAccessIdResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketIdRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketIdResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha2.DriverRevokeBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.DriverRevokeBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha2.ProvisionerGrpc;
import io.windlass.rpc.Unary;

/**
 * The Provisioner service of {@code sigs.k8s.io.cosi.v1alpha2}: forwards each call to the bucket
 * calls or the access calls.
 */
final class V1Alpha2Provisioner extends ProvisionerGrpc.ProvisionerImplBase {
  private final V1Alpha2Buckets buckets;
  private final V1Alpha2Access access;

  V1Alpha2Provisioner(V1Alpha2Buckets buckets, V1Alpha2Access access) {
    this.buckets = buckets;
    this.access = access;
  }

  @Override
  public void driverGenerateBucketId(
      DriverGenerateBucketIdRequest request, StreamObserver<DriverGenerateBucketIdResponse> reply) {
    Unary.answer(reply, () -> buckets.generateId(request));
  }

  @Override
  public void driverCreateBucket(
      DriverCreateBucketRequest request, StreamObserver<DriverCreateBucketResponse> reply) {
    Unary.answer(reply, () -> buckets.create(request));
  }

  @Override
  public void driverGetBucket(
      DriverGetBucketRequest request, StreamObserver<DriverGetBucketResponse> reply) {
    Unary.answer(reply, () -> buckets.get("bucket_id", request));
  }

  /** The name of {@link #driverGetBucket} in revision A. */
  @Override
  public void driverGetExistingBucket(
      DriverGetBucketRequest request, StreamObserver<DriverGetBucketResponse> reply) {
    Unary.answer(reply, () -> buckets.get("bucket_id (existing_bucket_id in revision A)", request));
  }

  @Override
  public void driverDeleteBucket(
      DriverDeleteBucketRequest request, StreamObserver<DriverDeleteBucketResponse> reply) {
    Unary.answer(reply, () -> buckets.delete(request));
  }

  @Override
  public void driverGenerateBucketAccessId(
      DriverGenerateBucketAccessIdRequest request,
      StreamObserver<DriverGenerateBucketAccessIdResponse> reply) {
    Unary.answer(reply, () -> access.generateId(request));
  }

  @Override
  public void driverGrantBucketAccess(
      DriverGrantBucketAccessRequest request,
      StreamObserver<DriverGrantBucketAccessResponse> reply) {
    Unary.answer(reply, () -> access.grant(request));
  }

  @Override
  public void driverRevokeBucketAccess(
      DriverRevokeBucketAccessRequest request,
      StreamObserver<DriverRevokeBucketAccessResponse> reply) {
    Unary.answer(reply, () -> access.revoke(request));
  }
}
