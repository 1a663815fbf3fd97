package io.windlass.faults.fuzz;

import com.google.protobuf.Message;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.proto.cosi.v1alpha1.AuthenticationType;
import io.windlass.proto.cosi.v1alpha1.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha1.DriverDeleteBucketRequest;
import io.windlass.proto.cosi.v1alpha1.DriverGetInfoRequest;
import io.windlass.proto.cosi.v1alpha1.DriverGrantBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha1.DriverRevokeBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.AccessMode;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketAccessIdRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketIdRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest.AccessedBucket;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocol;
import io.windlass.test.driver.DriverSetup;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Well-formed requests about a few names, so that many of them are valid. */
public final class ValidRequests {
  private static final int NAMES = 4;

  private static final ObjectProtocol S3 =
      ObjectProtocol.newBuilder().setType(ObjectProtocol.Type.S3).build();

  private static final io.windlass.proto.cosi.v1alpha2.AuthenticationType KEY =
      io.windlass.proto.cosi.v1alpha2.AuthenticationType.newBuilder()
          .setType(io.windlass.proto.cosi.v1alpha2.AuthenticationType.Type.KEY)
          .build();

  private static final List<Map<String, String>> PARAMETERS =
      List.of(Map.of(), Map.of(), Map.of(), Map.of("whenNotEmpty", "Empty"));

  private final RandomGenerator random;
  private final List<String> names;

  /**
   * @param prefix of all names: whoever else asks at the same time has another
   */
  public ValidRequests(RandomGenerator random, String prefix) {
    this.random = random;
    this.names = IntStream.range(0, NAMES).mapToObj(i -> prefix + "-" + i).toList();
  }

  /** Every name and every id in them. */
  List<String> texts() {
    return Stream.concat(names.stream(), names.stream().map(ValidRequests::id)).toList();
  }

  /** The id of a bucket or an access of this name. */
  static String id(String name) {
    return DriverSetup.BACKEND + "/" + name;
  }

  /** A request of this type. */
  Message of(String type) {
    return switch (type) {
      case "cosi.v1alpha1.DriverGetInfoRequest" -> DriverGetInfoRequest.getDefaultInstance();
      case "cosi.v1alpha1.DriverCreateBucketRequest" ->
          DriverCreateBucketRequest.newBuilder()
              .setName(name())
              .putAllParameters(parameters())
              .build();
      case "cosi.v1alpha1.DriverDeleteBucketRequest" ->
          DriverDeleteBucketRequest.newBuilder().setBucketId(id(name())).build();
      case "cosi.v1alpha1.DriverGrantBucketAccessRequest" ->
          DriverGrantBucketAccessRequest.newBuilder()
              .setBucketId(id(name()))
              .setName(name())
              .setAuthenticationType(AuthenticationType.Key)
              .build();
      case "cosi.v1alpha1.DriverRevokeBucketAccessRequest" ->
          DriverRevokeBucketAccessRequest.newBuilder()
              .setBucketId(id(name()))
              .setAccountId(id(name()))
              .build();
      default -> v1alpha2(type.substring(type.lastIndexOf('.') + 1));
    };
  }

  private Message v1alpha2(String type) {
    return switch (type) {
      case "DriverGetInfoRequest" ->
          io.windlass.proto.cosi.v1alpha2.DriverGetInfoRequest.getDefaultInstance();
      case "DriverGenerateBucketIdRequest" ->
          DriverGenerateBucketIdRequest.newBuilder()
              .setName(name())
              .addProtocols(S3)
              .putAllParameters(parameters())
              .build();
      case "DriverCreateBucketRequest" ->
          io.windlass.proto.cosi.v1alpha2.DriverCreateBucketRequest.newBuilder()
              .setBucketId(random.nextBoolean() ? id(name()) : name())
              .addProtocols(S3)
              .putAllParameters(parameters())
              .build();
      case "DriverGetBucketRequest" ->
          DriverGetBucketRequest.newBuilder().setBucketId(id(name())).addProtocols(S3).build();
      case "DriverDeleteBucketRequest" ->
          io.windlass.proto.cosi.v1alpha2.DriverDeleteBucketRequest.newBuilder()
              .setBucketId(id(name()))
              .build();
      case "DriverGenerateBucketAccessIdRequest" ->
          DriverGenerateBucketAccessIdRequest.newBuilder()
              .setAccountName(name())
              .setProtocol(S3)
              .setAuthenticationType(KEY)
              .addAllBuckets(buckets())
              .build();
      case "DriverGrantBucketAccessRequest" ->
          io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest.newBuilder()
              .setAccountId(random.nextBoolean() ? id(name()) : name())
              .setProtocol(S3)
              .setAuthenticationType(KEY)
              .addAllBuckets(buckets())
              .build();
      case "DriverRevokeBucketAccessRequest" ->
          io.windlass.proto.cosi.v1alpha2.DriverRevokeBucketAccessRequest.newBuilder()
              .setAccountId(id(name()))
              .setProtocol(S3)
              .setAuthenticationType(KEY)
              .addAllBuckets(revokedBuckets())
              .build();
      default -> throw new IllegalArgumentException("no valid request is known for " + type);
    };
  }

  private List<AccessedBucket> buckets() {
    int first = random.nextInt(names.size());
    int count = random.nextInt(4) == 0 ? 2 : 1;
    ApiRevision revision = random.nextBoolean() ? ApiRevision.A : ApiRevision.C;
    return IntStream.range(first, first + count)
        .mapToObj(i -> bucket(names.get(i % names.size()), revision))
        .toList();
  }

  private List<io.windlass.proto.cosi.v1alpha2.DriverRevokeBucketAccessRequest.AccessedBucket>
      revokedBuckets() {
    return buckets().stream()
        .map(bucket ->
            io.windlass.proto.cosi.v1alpha2.DriverRevokeBucketAccessRequest.AccessedBucket
                .newBuilder()
                .setBucketId(bucket.getBucketId())
                .build())
        .toList();
  }

  private static AccessedBucket bucket(String name, ApiRevision revision) {
    AccessedBucket.Builder bucket = AccessedBucket.newBuilder().setBucketId(id(name));
    AccessMode any = AccessMode.newBuilder().setMode(AccessMode.Mode.ANY).build();
    if (!revision.hasMetadataModes()) {
      return bucket.setObjectDataAccessMode(any).build(); // by its number, it was READ_WRITE
    }
    AccessMode mode = AccessMode.newBuilder().setMode(AccessMode.Mode.READ_WRITE).build();
    return bucket
        .setObjectDataAccessMode(mode)
        .setObjectMetadataAccessMode(mode)
        .setBucketMetadataAccessMode(any)
        .build();
  }

  private String name() {
    return names.get(random.nextInt(names.size()));
  }

  private Map<String, String> parameters() {
    return PARAMETERS.get(random.nextInt(PARAMETERS.size()));
  }
}
