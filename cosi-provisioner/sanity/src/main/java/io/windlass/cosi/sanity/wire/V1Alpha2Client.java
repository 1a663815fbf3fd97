package io.windlass.cosi.sanity.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.windlass.proto.cosi.v1alpha2.AuthenticationType;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketResponse;
import io.windlass.proto.cosi.v1alpha2.DriverDeleteBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketAccessIdRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketAccessIdResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketIdRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketIdResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGetInfoRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGetInfoResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha2.DriverRevokeBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.IdentityGrpc;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocolAndBucketInfo;
import io.windlass.proto.cosi.v1alpha2.ProvisionerGrpc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Client for one revision of v1alpha2: sends what its sidecar sends, and no field that it does not
 * know.
 */
public final class V1Alpha2Client implements CosiClient {
  private final ApiRevision revision;
  private final Wire wire;
  private final Redaction redaction;

  /**
   * Creates a client.
   *
   * @param redaction learns every secret that is received
   */
  public V1Alpha2Client(ApiRevision revision, Wire wire, Redaction redaction) {
    if (!revision.isV1Alpha2()) {
      throw new IllegalArgumentException(revision.label());
    }
    this.revision = revision;
    this.wire = wire;
    this.redaction = redaction;
  }

  @Override
  public ApiRevision revision() {
    return revision;
  }

  @Override
  public RpcAnswer<DriverInfo> info() {
    return wire.call(
            IdentityGrpc.getDriverGetInfoMethod(), DriverGetInfoRequest.getDefaultInstance())
        .map(V1Alpha2Client::info);
  }

  static DriverInfo info(DriverGetInfoResponse answer) {
    List<StorageProtocol> known = Translation.protocols(answer.getSupportedProtocolsList());
    int unknown = answer.getSupportedProtocolsCount() - known.size();
    return new DriverInfo(
        answer.getName(), known, AnswerRules.info(answer.getName(), known, unknown));
  }

  @Override
  public RpcAnswer<String> bucketKey(BucketRequest request, Edit edit) {
    if (!revision.generatesBucketIds()) {
      return new RpcAnswer.Ok<>(request.name());
    }
    var message =
        DriverGenerateBucketIdRequest.newBuilder()
            .setName(request.name())
            .addAllProtocols(Translation.protocolMessages(request.protocols()))
            .putAllParameters(request.parameters());
    return call(ProvisionerGrpc.getDriverGenerateBucketIdMethod(), message, edit)
        .map(DriverGenerateBucketIdResponse::getBucketId);
  }

  @Override
  public RpcAnswer<Bucket> create(String key, BucketRequest request, Edit edit) {
    var message =
        DriverCreateBucketRequest.newBuilder()
            .setBucketId(key)
            .addAllProtocols(Translation.protocolMessages(request.protocols()))
            .putAllParameters(request.parameters());
    edit.apply(message);
    return wire.call(ProvisionerGrpc.getDriverCreateBucketMethod(), message.build(), this::shown)
        .map(answer -> created(key, request, answer));
  }

  /**
   * Returns the answer as the sidecar of this revision decodes it, or unchanged if it cannot decode
   * it.
   */
  private Message shown(DriverCreateBucketResponse answer) {
    DriverCreateBucketResponse rest = answer.toBuilder().clearBucketIdOrProtocols().build();
    return switch (revision) {
      case V1ALPHA1, A, B, C -> answer;
      case D -> rest;
      case E ->
          decode(answer.getBucketIdOrProtocols())
              .map(protocols -> rest.toBuilder().setProtocols(protocols).build())
              .orElse(answer);
    };
  }

  private Bucket created(String key, BucketRequest request, DriverCreateBucketResponse answer) {
    ByteString first = answer.getBucketIdOrProtocols();
    return switch (revision) {
      case A, B, C -> {
        Bucket bucket =
            bucket(request, first.toStringUtf8(), Optional.of(answer.getProtocols()), true);
        yield first.isValidUtf8() ? bucket : undecodable(bucket, "bucket_id is not UTF-8");
      }
      case D -> bucket(request, key, Optional.of(answer.getProtocols()), false);
      case E -> {
        Optional<ObjectProtocolAndBucketInfo> protocols = decode(first);
        Bucket bucket = bucket(request, key, protocols, false);
        yield protocols.isPresent()
            ? bucket
            : undecodable(bucket, "field 1 is not an ObjectProtocolAndBucketInfo");
      }
      case V1ALPHA1 -> throw new IllegalStateException(revision.label());
    };
  }

  private static Optional<ObjectProtocolAndBucketInfo> decode(ByteString bytes) {
    try {
      return Optional.of(ObjectProtocolAndBucketInfo.parseFrom(bytes));
    } catch (InvalidProtocolBufferException e) {
      return Optional.empty();
    }
  }

  private static Bucket undecodable(Bucket bucket, String why) {
    List<String> violations = new ArrayList<>(bucket.violations());
    violations.addFirst(why + ": the sidecar of this revision cannot decode the answer");
    return new Bucket(bucket.name(), bucket.id(), bucket.infos(), violations);
  }

  private static Bucket bucket(
      BucketRequest request,
      String id,
      Optional<ObjectProtocolAndBucketInfo> protocols,
      boolean idInAnswer) {
    List<BucketInfo> infos = protocols.map(Translation::infos).orElse(List.of());
    List<String> violations = new ArrayList<>();
    if (idInAnswer) {
      violations.addAll(AnswerRules.id("bucket_id", id));
    }
    violations.addAll(AnswerRules.bucket(request.protocols(), infos));
    return new Bucket(request.name(), id, infos, violations);
  }

  @Override
  public RpcAnswer<Bucket> get(String bucketId, BucketRequest request, Edit edit) {
    var message =
        DriverGetBucketRequest.newBuilder()
            .setBucketId(bucketId)
            .addAllProtocols(Translation.protocolMessages(request.protocols()))
            .putAllParameters(request.parameters());
    MethodDescriptor<DriverGetBucketRequest, DriverGetBucketResponse> method =
        revision == ApiRevision.A
            ? ProvisionerGrpc.getDriverGetExistingBucketMethod()
            : ProvisionerGrpc.getDriverGetBucketMethod();
    return call(method, message, edit)
        .map(answer ->
            revision.generatesBucketIds()
                ? bucket(request, bucketId, Optional.of(answer.getProtocols()), false)
                : bucket(request, answer.getBucketId(), Optional.of(answer.getProtocols()), true));
  }

  @Override
  public RpcAnswer<EmptyAnswer> delete(String bucketId, Map<String, String> parameters, Edit edit) {
    var message =
        DriverDeleteBucketRequest.newBuilder().setBucketId(bucketId).putAllParameters(parameters);
    return call(ProvisionerGrpc.getDriverDeleteBucketMethod(), message, edit)
        .map(answer -> EmptyAnswer.DONE);
  }

  @Override
  public RpcAnswer<String> accessKey(AccessRequest request, Edit edit) {
    if (!revision.generatesAccessIds()) {
      return new RpcAnswer.Ok<>(request.account());
    }
    var message =
        DriverGenerateBucketAccessIdRequest.newBuilder()
            .setAccountName(request.account())
            .setProtocol(Translation.protocol(request.protocol()))
            .setAuthenticationType(authentication(request))
            .putAllParameters(request.parameters());
    request.serviceAccount().ifPresent(message::setServiceAccountName);
    request.buckets().forEach(b -> message.addBuckets(Translation.accessed(b, revision)));
    return call(ProvisionerGrpc.getDriverGenerateBucketAccessIdMethod(), message, edit)
        .map(DriverGenerateBucketAccessIdResponse::getAccountId);
  }

  @Override
  public RpcAnswer<Access> grant(String key, AccessRequest request, Edit edit) {
    var message =
        DriverGrantBucketAccessRequest.newBuilder()
            .setAccountId(key)
            .setProtocol(Translation.protocol(request.protocol()))
            .setAuthenticationType(authentication(request))
            .putAllParameters(request.parameters());
    request.serviceAccount().ifPresent(message::setServiceAccountName);
    request.buckets().forEach(b -> message.addBuckets(Translation.accessed(b, revision)));
    return call(ProvisionerGrpc.getDriverGrantBucketAccessMethod(), message, edit)
        .map(answer -> granted(key, request, answer));
  }

  private Access granted(
      String key, AccessRequest request, DriverGrantBucketAccessResponse answer) {
    List<Access.GrantedBucket> buckets =
        answer.getBucketsList().stream()
            .map(b ->
                new Access.GrantedBucket(b.getBucketId(), Translation.infos(b.getBucketInfo())))
            .toList();
    List<WorkloadCredential> credentials = Translation.credentials(answer.getCredentials());
    redaction.learn(credentials);
    List<String> violations = new ArrayList<>();
    if (!revision.generatesAccessIds()) {
      violations.addAll(AnswerRules.id("account_id", answer.getAccountId()));
    }
    violations.addAll(AnswerRules.access(request, buckets, credentials));
    String id = revision.generatesAccessIds() ? key : answer.getAccountId();
    return new Access(id, buckets, credentials, violations);
  }

  @Override
  public RpcAnswer<EmptyAnswer> revoke(String accountId, AccessRequest request, Edit edit) {
    var message =
        DriverRevokeBucketAccessRequest.newBuilder()
            .setAccountId(accountId)
            .setProtocol(Translation.protocol(request.protocol()))
            .setAuthenticationType(authentication(request))
            .putAllParameters(request.parameters());
    request.serviceAccount().ifPresent(message::setServiceAccountName);
    request.buckets().forEach(b -> message.addBucketsBuilder().setBucketId(b.bucket().id()));
    return call(ProvisionerGrpc.getDriverRevokeBucketAccessMethod(), message, edit)
        .map(answer -> EmptyAnswer.DONE);
  }

  private static AuthenticationType authentication(AccessRequest request) {
    return AuthenticationType.newBuilder()
        .setType(
            request.serviceAccount().isPresent()
                ? AuthenticationType.Type.SERVICE_ACCOUNT
                : AuthenticationType.Type.KEY)
        .build();
  }

  @SuppressWarnings("unchecked") // a builder of Q builds a Q
  private <Q extends Message, A extends Message> RpcAnswer<A> call(
      MethodDescriptor<Q, A> method, Message.Builder request, Edit edit) {
    edit.apply(request);
    return wire.call(method, (Q) request.build());
  }
}
