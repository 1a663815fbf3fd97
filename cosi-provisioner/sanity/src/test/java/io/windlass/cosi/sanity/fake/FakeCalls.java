package io.windlass.cosi.sanity.fake;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverDeleteBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketAccessIdRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketIdRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.DriverRevokeBucketAccessRequest;

/** From the name of a call to what the fake driver makes of it. */
final class FakeCalls {
  private FakeCalls() {}

  static Message v1alpha1(FakeV1Alpha1 driver, MethodDescriptor method, byte[] request)
      throws InvalidProtocolBufferException {
    return switch (method.getName()) {
      case "DriverGetInfo" -> driver.info();
      case "DriverCreateBucket" ->
          driver.create(
              io.windlass.proto.cosi.v1alpha1.DriverCreateBucketRequest.parseFrom(request));
      case "DriverDeleteBucket" ->
          driver.delete(
              io.windlass.proto.cosi.v1alpha1.DriverDeleteBucketRequest.parseFrom(request));
      case "DriverGrantBucketAccess" ->
          driver.grant(
              io.windlass.proto.cosi.v1alpha1.DriverGrantBucketAccessRequest.parseFrom(request));
      case "DriverRevokeBucketAccess" ->
          driver.revoke(
              io.windlass.proto.cosi.v1alpha1.DriverRevokeBucketAccessRequest.parseFrom(request));
      default -> throw new IllegalArgumentException(method.getFullName());
    };
  }

  static Message v1alpha2(FakeV1Alpha2 driver, MethodDescriptor method, byte[] request)
      throws InvalidProtocolBufferException {
    return switch (method.getName()) {
      case "DriverGetInfo" -> driver.info();
      case "DriverGenerateBucketId" ->
          driver.generateBucketId(DriverGenerateBucketIdRequest.parseFrom(request));
      case "DriverCreateBucket" -> driver.create(DriverCreateBucketRequest.parseFrom(request));
      case "DriverGetBucket", "DriverGetExistingBucket" ->
          driver.get(DriverGetBucketRequest.parseFrom(request));
      case "DriverDeleteBucket" -> driver.delete(DriverDeleteBucketRequest.parseFrom(request));
      case "DriverGenerateBucketAccessId" ->
          driver.generateAccessId(DriverGenerateBucketAccessIdRequest.parseFrom(request));
      case "DriverGrantBucketAccess" ->
          driver.grant(DriverGrantBucketAccessRequest.parseFrom(request));
      case "DriverRevokeBucketAccess" ->
          driver.revoke(DriverRevokeBucketAccessRequest.parseFrom(request));
      default -> throw new IllegalArgumentException(method.getFullName());
    };
  }
}
