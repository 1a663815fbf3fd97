package io.windlass.cosi;

import com.google.protobuf.ByteString;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketResponse;
import io.windlass.proto.cosi.v1alpha2.DriverDeleteBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverDeleteBucketResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketIdRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketIdResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketResponse;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocol;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocolAndBucketInfo;
import io.windlass.provision.BucketId;
import io.windlass.provision.BucketNames;
import io.windlass.provision.BucketParameters;
import io.windlass.provision.Buckets;
import io.windlass.provision.ConfiguredBackend;
import io.windlass.provision.ConfiguredBackends;
import io.windlass.provision.Mistakes;
import io.windlass.provision.ProvisionedBucket;
import io.windlass.rpc.Fields;
import io.windlass.store.DriverException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The bucket calls of v1alpha2, for every revision of it. */
final class V1Alpha2Buckets {
  private final ConfiguredBackends backends;
  private final Buckets buckets;

  V1Alpha2Buckets(ConfiguredBackends backends, Buckets buckets) {
    this.backends = backends;
    this.buckets = buckets;
  }

  DriverGenerateBucketIdResponse generateId(DriverGenerateBucketIdRequest request) {
    BucketId id =
        idFor("name", request.getName(), request.getParametersMap(), request.getProtocolsList());
    return DriverGenerateBucketIdResponse.newBuilder().setBucketId(id.toString()).build();
  }

  /**
   * Revisions A to C suggest a name, later ones bring the id that was generated: only an id has a
   * slash. What they read from the answer collides too: tag 1 is the id to the former and the
   * protocols to the latest, of which D reads tag 2.
   */
  DriverCreateBucketResponse create(DriverCreateBucketRequest request) {
    List<ObjectProtocol> protocols = request.getProtocolsList();
    String asked = request.getBucketId();
    boolean generated = BucketId.isId(asked);
    Map<String, String> given = request.getParametersMap();
    Mistakes mistakes = new Mistakes();
    Optional<BucketId> known =
        mistakes.read(() ->
            generated
                ? idFrom("bucket_id", asked, protocols)
                : idFor("name", asked, given, protocols));
    // A suggested name was read together with them.
    Optional<BucketParameters> parameters =
        generated || known.isPresent()
            ? mistakes.read(() -> BucketParameters.parse(given))
            : Optional.empty();
    BucketId id = mistakes.finish(known);
    ObjectProtocolAndBucketInfo info = bucketInfo(buckets.create(id, parameters.orElseThrow()));
    return DriverCreateBucketResponse.newBuilder()
        .setBucketIdOrProtocols(
            generated ? info.toByteString() : ByteString.copyFromUtf8(id.toString()))
        .setProtocols(info)
        .build();
  }

  /** The id is known to the caller; revisions A to C want it back, later ones ignore it. */
  DriverGetBucketResponse get(DriverGetBucketRequest request) {
    Mistakes mistakes = new Mistakes();
    Optional<BucketParameters> parameters =
        mistakes.read(() -> BucketParameters.parse(request.getParametersMap()));
    Optional<BucketId> id =
        mistakes.read(() -> idFrom("bucket_id", request.getBucketId(), request.getProtocolsList()));
    mistakes.finish();
    ProvisionedBucket bucket = buckets.get(id.orElseThrow(), parameters.orElseThrow());
    return DriverGetBucketResponse.newBuilder()
        .setBucketId(request.getBucketId())
        .setProtocols(bucketInfo(bucket))
        .build();
  }

  /**
   * The record knows the parameters better, and a delete must not fail because they were edited.
   * But whoever asks now for a bucket to be emptied has reason to.
   */
  DriverDeleteBucketResponse delete(DriverDeleteBucketRequest request) {
    String id = Fields.required("bucket_id", request.getBucketId());
    boolean emptied = BucketParameters.wantsEmptied(request.getParametersMap());
    BucketId.parse(id, backends).ifPresent(known -> buckets.delete(known, emptied));
    return DriverDeleteBucketResponse.getDefaultInstance();
  }

  /** Without parameters nothing can be said of the protocols: the backend is not known. */
  private BucketId idFor(
      String field, String name, Map<String, String> given, List<ObjectProtocol> protocols) {
    Mistakes mistakes = new Mistakes();
    mistakes.check(() -> CosiRequestFields.suggestedName(field, name));
    Optional<BucketParameters> read = mistakes.read(() -> BucketParameters.parse(given));
    Optional<ConfiguredBackend> chosen =
        read.flatMap(parameters -> mistakes.read(() -> backends.choose(parameters.backend())));
    chosen.ifPresent(configured ->
        mistakes.check(
            () -> V1Alpha2Messages.requireSupported(protocols, configured.backend().protocol())));
    mistakes.finish();
    ConfiguredBackend configured = chosen.orElseThrow();
    String bucket = BucketNames.fit(read.orElseThrow().prefixed(name));
    if (!BucketNames.isValid(bucket)) {
      throw new DriverException.InvalidArgument(
          "%s: '%s' cannot be the name of a bucket".formatted(field, bucket));
    }
    return new BucketId(configured.backend().name(), bucket);
  }

  private BucketId idFrom(String field, String text, List<ObjectProtocol> protocols) {
    Fields.required(field, text);
    BucketId id =
        BucketId.parse(text, backends)
            .orElseThrow(() ->
                new DriverException.NotFound(
                    "there is no bucket %s on any configured backend".formatted(text), null));
    backends
        .find(id.backend())
        .ifPresent(configured ->
            V1Alpha2Messages.requireSupported(protocols, configured.backend().protocol()));
    return id;
  }

  private static ObjectProtocolAndBucketInfo bucketInfo(ProvisionedBucket bucket) {
    return V1Alpha2Messages.bucketInfo(bucket.location());
  }
}
