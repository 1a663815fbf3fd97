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
import io.windlass.provision.Mistakes;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.ProvisionedBucket;
import io.windlass.rpc.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Bucket calls of v1alpha2, for all of its revisions. */
final class V1Alpha2Buckets {
  private final OpenBackends backends;
  private final Buckets buckets;

  V1Alpha2Buckets(OpenBackends backends, Buckets buckets) {
    this.backends = backends;
    this.buckets = buckets;
  }

  DriverGenerateBucketIdResponse generateId(DriverGenerateBucketIdRequest request) {
    BucketId id =
        idFor("name", request.getName(), request.getParametersMap(), request.getProtocolsList());
    return DriverGenerateBucketIdResponse.newBuilder().setBucketId(id.toString()).build();
  }

  /**
   * Creates a bucket. Revisions A to C send a suggested name, later revisions send the id that the
   * driver generated; only an id has a slash. The revisions also read the answer differently: A to
   * C read the id from field 1, E reads the protocols from field 1, and D reads the protocols from
   * field 2.
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
                ? newId(asked, protocols)
                : idFor(CosiRequestFields.NEW_BUCKET, asked, given, protocols));
    // idFor parses the parameters too. If it failed, parsing them here would report a mistake
    // twice.
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

  /**
   * Returns an existing bucket. Revisions A to C require its id in the answer, later ones ignore
   * it.
   *
   * @param field that has the id in this revision
   */
  DriverGetBucketResponse get(String field, DriverGetBucketRequest request) {
    Mistakes mistakes = new Mistakes();
    Optional<BucketParameters> parameters =
        mistakes.read(() -> BucketParameters.parse(request.getParametersMap()));
    Optional<BucketId> id =
        mistakes.read(() -> idFrom(field, request.getBucketId(), request.getProtocolsList()));
    mistakes.finish();
    ProvisionedBucket bucket = buckets.get(id.orElseThrow(), parameters.orElseThrow());
    return DriverGetBucketResponse.newBuilder()
        .setBucketId(request.getBucketId())
        .setProtocols(bucketInfo(bucket))
        .build();
  }

  /**
   * Deletes a bucket. The parameters are not parsed: the bucket's record holds those that count,
   * and a delete must not fail because somebody edited them. Only a request to empty the bucket is
   * read from them, because whoever adds it now means it.
   */
  DriverDeleteBucketResponse delete(DriverDeleteBucketRequest request) {
    String id = Fields.required("bucket_id", request.getBucketId());
    backends.requireBackendOf(id);
    BucketId.parse(id, backends)
        .ifPresent(known -> {
          Map<String, String> given = request.getParametersMap();
          Removal.run(() -> buckets.delete(known, () -> BucketParameters.wantsEmptied(given)));
        });
    return DriverDeleteBucketResponse.getDefaultInstance();
  }

  /**
   * Returns the id of the bucket with a suggested name. Checks the protocols only if the parameters
   * are valid, because the parameters choose the backend.
   */
  private BucketId idFor(
      String field, String name, Map<String, String> given, List<ObjectProtocol> protocols) {
    Mistakes mistakes = new Mistakes();
    mistakes.check(() -> CosiRequestFields.suggestedName(field, name));
    Optional<BucketParameters> read = mistakes.read(() -> BucketParameters.parse(given));
    Optional<OpenBackend> chosen =
        read.flatMap(parameters -> mistakes.read(() -> backends.choose(parameters.backend())));
    chosen.ifPresent(configured ->
        mistakes.check(() -> V1Alpha2Messages.requireSupported(protocols, configured.backend())));
    mistakes.finish();
    OpenBackend configured = chosen.orElseThrow();
    String bucket = read.orElseThrow().naming().fit(name);
    BucketNames.requireNew(field, bucket);
    return new BucketId(configured.backend().name(), bucket);
  }

  /** Reads an id for which a bucket is made. */
  private BucketId newId(String text, List<ObjectProtocol> protocols) {
    BucketId id = BucketId.requireNew("bucket_id", text, backends);
    requireSupported(id, protocols);
    return id;
  }

  private BucketId idFrom(String field, String text, List<ObjectProtocol> protocols) {
    Fields.required(field, text);
    BucketId id = BucketId.require(field, text, backends);
    requireSupported(id, protocols);
    return id;
  }

  private void requireSupported(BucketId id, List<ObjectProtocol> protocols) {
    V1Alpha2Messages.requireSupported(protocols, backends.require(id.backend()).backend());
  }

  private static ObjectProtocolAndBucketInfo bucketInfo(ProvisionedBucket bucket) {
    return V1Alpha2Messages.bucketInfo(bucket.location());
  }
}
