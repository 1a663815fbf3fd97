package io.windlass.cosi.sanity.wire;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.windlass.proto.cosi.v1alpha1.AuthenticationType;
import io.windlass.proto.cosi.v1alpha1.CredentialDetails;
import io.windlass.proto.cosi.v1alpha1.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha1.DriverDeleteBucketRequest;
import io.windlass.proto.cosi.v1alpha1.DriverGetInfoRequest;
import io.windlass.proto.cosi.v1alpha1.DriverGetInfoResponse;
import io.windlass.proto.cosi.v1alpha1.DriverGrantBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha1.DriverGrantBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha1.DriverRevokeBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha1.IdentityGrpc;
import io.windlass.proto.cosi.v1alpha1.ProvisionerGrpc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Client for v1alpha1 as its released sidecar uses it: no protocols, no modes, and one bucket for
 * each access.
 */
public final class V1Alpha1Client implements CosiClient {
  private static final int MAX_DRIVER_NAME = 63;

  private final Wire wire;
  private final Redaction redaction;

  /**
   * Creates a client.
   *
   * @param redaction learns every secret that is received
   */
  public V1Alpha1Client(Wire wire, Redaction redaction) {
    this.wire = wire;
    this.redaction = redaction;
  }

  @Override
  public ApiRevision revision() {
    return ApiRevision.V1ALPHA1;
  }

  @Override
  public RpcAnswer<DriverInfo> info() {
    return wire.call(
            IdentityGrpc.getDriverGetInfoMethod(), DriverGetInfoRequest.getDefaultInstance())
        .map(V1Alpha1Client::info);
  }

  static DriverInfo info(DriverGetInfoResponse answer) {
    String name = answer.getName();
    List<String> violations = new ArrayList<>();
    if (name.isEmpty()) {
      violations.add("name is empty");
    }
    if (name.length() > MAX_DRIVER_NAME) {
      violations.add("name '%s' is longer than %d characters".formatted(name, MAX_DRIVER_NAME));
    }
    return new DriverInfo(name, List.of(), violations);
  }

  @Override
  public RpcAnswer<String> bucketKey(BucketRequest request, Edit edit) {
    return new RpcAnswer.Ok<>(request.name());
  }

  @Override
  public RpcAnswer<Bucket> create(String key, BucketRequest request, Edit edit) {
    var message =
        DriverCreateBucketRequest.newBuilder().setName(key).putAllParameters(request.parameters());
    return call(ProvisionerGrpc.getDriverCreateBucketMethod(), message, edit)
        .map(answer ->
            new Bucket(
                request.name(),
                answer.getBucketId(),
                List.of(),
                answer.getBucketId().isEmpty() ? List.of("bucket_id is empty") : List.of()));
  }

  @Override
  public RpcAnswer<Bucket> get(String bucketId, BucketRequest request, Edit edit) {
    throw new UnsupportedOperationException("v1alpha1 cannot look a bucket up");
  }

  @Override
  public RpcAnswer<EmptyAnswer> delete(String bucketId, Map<String, String> parameters, Edit edit) {
    var message =
        DriverDeleteBucketRequest.newBuilder()
            .setBucketId(bucketId)
            .putAllDeleteContext(parameters);
    return call(ProvisionerGrpc.getDriverDeleteBucketMethod(), message, edit)
        .map(answer -> EmptyAnswer.DONE);
  }

  @Override
  public RpcAnswer<String> accessKey(AccessRequest request, Edit edit) {
    return new RpcAnswer.Ok<>(request.account());
  }

  @Override
  public RpcAnswer<Access> grant(String key, AccessRequest request, Edit edit) {
    Bucket bucket = onlyBucket(request);
    var message =
        DriverGrantBucketAccessRequest.newBuilder()
            .setBucketId(bucket.id())
            .setName(key)
            .setAuthenticationType(
                request.serviceAccount().isPresent()
                    ? AuthenticationType.IAM
                    : AuthenticationType.Key)
            .putAllParameters(request.parameters());
    return call(ProvisionerGrpc.getDriverGrantBucketAccessMethod(), message, edit)
        .map(answer -> granted(bucket, answer));
  }

  private Access granted(Bucket bucket, DriverGrantBucketAccessResponse answer) {
    List<String> violations = new ArrayList<>();
    if (answer.getAccountId().isEmpty()) {
      violations.add("account_id is empty");
    }
    Map<String, CredentialDetails> entries = answer.getCredentialsMap();
    if (entries.size() != 1) {
      violations.add("credentials must have exactly one entry, but has " + entries.keySet());
    }
    List<BucketInfo> infos = new ArrayList<>();
    List<WorkloadCredential> credentials = new ArrayList<>();
    entries.forEach((protocol, details) -> {
      Map<String, String> secrets = details.getSecretsMap();
      V1Alpha1Credentials.check(protocol, secrets, violations);
      V1Alpha1Credentials.info(protocol, bucket, secrets).ifPresent(infos::add);
      V1Alpha1Credentials.credential(protocol, secrets).ifPresent(credentials::add);
    });
    redaction.learn(credentials);
    return new Access(
        answer.getAccountId(),
        List.of(new Access.GrantedBucket(bucket.id(), infos)),
        credentials,
        violations);
  }

  @Override
  public RpcAnswer<EmptyAnswer> revoke(String accountId, AccessRequest request, Edit edit) {
    var message =
        DriverRevokeBucketAccessRequest.newBuilder()
            .setBucketId(onlyBucket(request).id())
            .setAccountId(accountId);
    return call(ProvisionerGrpc.getDriverRevokeBucketAccessMethod(), message, edit)
        .map(answer -> EmptyAnswer.DONE);
  }

  private static Bucket onlyBucket(AccessRequest request) {
    if (request.buckets().size() != 1) {
      throw new UnsupportedOperationException("v1alpha1 grants access to one bucket at a time");
    }
    return request.buckets().getFirst().bucket();
  }

  @SuppressWarnings("unchecked") // a builder of Q builds a Q
  private <Q extends Message, A extends Message> RpcAnswer<A> call(
      MethodDescriptor<Q, A> method, Message.Builder request, Edit edit) {
    edit.apply(request);
    return wire.call(method, (Q) request.build());
  }
}
