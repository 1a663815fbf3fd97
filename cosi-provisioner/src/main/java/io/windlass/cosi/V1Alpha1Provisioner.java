package io.windlass.cosi;

import io.grpc.stub.StreamObserver;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.error.DriverException;
import io.windlass.proto.cosi.v1alpha1.AuthenticationType;
import io.windlass.proto.cosi.v1alpha1.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha1.DriverCreateBucketResponse;
import io.windlass.proto.cosi.v1alpha1.DriverDeleteBucketRequest;
import io.windlass.proto.cosi.v1alpha1.DriverDeleteBucketResponse;
import io.windlass.proto.cosi.v1alpha1.DriverGrantBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha1.DriverGrantBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha1.DriverRevokeBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha1.DriverRevokeBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha1.ProvisionerGrpc;
import io.windlass.provision.BucketId;
import io.windlass.provision.BucketNames;
import io.windlass.provision.BucketParameters;
import io.windlass.provision.Buckets;
import io.windlass.provision.Mistakes;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.ProvisionedBucket;
import io.windlass.provision.grant.AccessParameters;
import io.windlass.provision.grant.AccountId;
import io.windlass.provision.grant.BucketAccess;
import io.windlass.provision.grant.GrantRequest;
import io.windlass.provision.grant.Granted;
import io.windlass.provision.grant.Grants;
import io.windlass.rpc.Fields;
import io.windlass.rpc.Unary;
import io.windlass.store.Capabilities;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The Provisioner service of {@code cosi.v1alpha1}, made for the behaviour of its released sidecar:
 * workloads take the suggested name for the name of the bucket, so the bucket gets exactly that
 * name; a revoke request has the two ids and no other field; and the sidecar panics when a grant
 * answers ALREADY_EXISTS.
 */
final class V1Alpha1Provisioner extends ProvisionerGrpc.ProvisionerImplBase {
  private final OpenBackends backends;
  private final Buckets buckets;
  private final Grants grants;

  V1Alpha1Provisioner(OpenBackends backends, Buckets buckets, Grants grants) {
    this.backends = backends;
    this.buckets = buckets;
    this.grants = grants;
  }

  @Override
  public void driverCreateBucket(
      DriverCreateBucketRequest request, StreamObserver<DriverCreateBucketResponse> reply) {
    Unary.answer(
        reply,
        () -> {
          Mistakes mistakes = new Mistakes();
          Optional<String> name = mistakes.read(() -> bucketName(request.getName()));
          Optional<BucketParameters> read =
              mistakes.read(() -> BucketParameters.parse(request.getParametersMap()));
          if (read.map(BucketParameters::naming).filter(naming -> !naming.isPlain()).isPresent()) {
            mistakes.add(
                "parameters namePrefix and nameSuffix cannot be used with v1alpha1: its workloads"
                    + " take the suggested name for the bucket's name");
          }
          Optional<OpenBackend> configured =
              read.flatMap(
                  parameters -> mistakes.read(() -> backends.choose(parameters.backend())));
          mistakes.finish();
          BucketId id = new BucketId(configured.orElseThrow().backend().name(), name.orElseThrow());
          ProvisionedBucket bucket = buckets.create(id, read.orElseThrow());
          return DriverCreateBucketResponse.newBuilder()
              .setBucketId(bucket.id().toString())
              .setBucketInfo(V1Alpha1Messages.protocol(bucket.location()))
              .build();
        });
  }

  private static String bucketName(String name) {
    Fields.required("name", name);
    BucketNames.requireNew("name", name);
    return name;
  }

  /**
   * Deletes a bucket. The delete context repeats the parameters of the create and is not parsed:
   * the bucket's record holds the parameters that count, and a delete must not fail because
   * somebody edited the context. Only a request to empty the bucket is read from the context,
   * because whoever adds it now means it.
   */
  @Override
  public void driverDeleteBucket(
      DriverDeleteBucketRequest request, StreamObserver<DriverDeleteBucketResponse> reply) {
    Unary.answer(
        reply,
        () -> {
          String id = Fields.required("bucket_id", request.getBucketId());
          backends.requireBackendOf(id);
          BucketId.parse(id, backends)
              .ifPresent(known -> {
                Map<String, String> given = request.getDeleteContextMap();
                Removal.run(
                    () -> buckets.delete(known, () -> BucketParameters.wantsEmptied(given)));
              });
          return DriverDeleteBucketResponse.getDefaultInstance();
        });
  }

  @Override
  public void driverGrantBucketAccess(
      DriverGrantBucketAccessRequest request,
      StreamObserver<DriverGrantBucketAccessResponse> reply) {
    Unary.answer(
        reply,
        () -> {
          String bucketId = request.getBucketId();
          String name = request.getName();
          Mistakes mistakes = new Mistakes();
          mistakes.check(() -> Fields.required("bucket_id", bucketId));
          mistakes.check(() -> CosiRequestFields.suggestedName("name", name));
          mistakes.check(() -> requireKey(request.getAuthenticationType()));
          AccessParameters parameters =
              mistakes.finish(mistakes.read(() -> parameters(request.getParametersMap())));
          BucketId bucket = BucketId.require("bucket_id", bucketId, backends);
          AccountId account = AccountId.of(bucket.backend(), name);
          Granted granted = grant(account, bucket, parameters);
          return DriverGrantBucketAccessResponse.newBuilder()
              .setAccountId(granted.account().toString())
              .putAllCredentials(V1Alpha1Messages.credentials(granted))
              .build();
        });
  }

  private static AccessParameters parameters(Map<String, String> given) {
    AccessParameters parameters = AccessParameters.parse(given);
    ServiceAccounts.requireNone(parameters);
    return parameters;
  }

  private Granted grant(AccountId account, BucketId bucket, AccessParameters parameters) {
    AccessMode mode = parameters.accessMode().orElse(AccessMode.READ_WRITE);
    Capabilities capabilities = backends.require(bucket).backend().capabilities();
    BucketAccess access = new BucketAccess(bucket, AccessModes.ofData(mode, capabilities));
    try {
      return grants.grant(new GrantRequest(account, List.of(access), parameters));
    } catch (DriverException.AlreadyExists e) {
      throw new DriverException.InUse(e.getMessage());
    }
  }

  private static void requireKey(AuthenticationType type) {
    switch (type) {
      case Key -> {}
      case IAM ->
          throw new DriverException.InvalidArgument(
              "authentication_type IAM is not offered: v1alpha1 does not tell the driver the"
                  + " service account; use Key, or v1alpha2");
      case UnknownAuthenticationType ->
          throw new DriverException.InvalidArgument("authentication_type is required: use Key");
      case UNRECOGNIZED ->
          throw new DriverException.InvalidArgument(
              "authentication_type is not one of v1alpha1: use Key");
    }
  }

  @Override
  public void driverRevokeBucketAccess(
      DriverRevokeBucketAccessRequest request,
      StreamObserver<DriverRevokeBucketAccessResponse> reply) {
    Unary.answer(
        reply,
        () -> {
          Fields.required("bucket_id", request.getBucketId());
          String id = Fields.required("account_id", request.getAccountId());
          backends.requireBackendOf(id);
          AccountId.parse(id, backends).ifPresent(known -> Removal.run(() -> grants.revoke(known)));
          return DriverRevokeBucketAccessResponse.getDefaultInstance();
        });
  }
}
