package io.windlass.store.s3.access;

import static io.windlass.access.AccessMode.ANY;
import static io.windlass.access.AccessMode.READ_ONLY;
import static io.windlass.access.AccessMode.READ_WRITE;
import static io.windlass.access.AccessMode.WRITE_ONLY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.s3.object.S3Capabilities;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class S3RulesTest {
  private static final IamDialect NOTHING_DENIED = new IamDialect("aws", Map.of(), Set.of(), true);

  private static final Capabilities ALL = S3Capabilities.with(EnumSet.allOf(Feature.class));

  /** For each mode of object data, the modes of object metadata that S3 can enforce beside it. */
  private static final Map<AccessMode, Set<AccessMode>> ENFORCEABLE =
      Map.of(
          ANY, Set.of(ANY, WRITE_ONLY),
          READ_ONLY, Set.of(ANY, READ_ONLY, READ_WRITE),
          WRITE_ONLY, Set.of(ANY, WRITE_ONLY),
          READ_WRITE, Set.of(ANY, READ_WRITE));

  @ParameterizedTest
  @EnumSource
  void metadataThatTravelsWithDataIsNotHeldBack(AccessMode data) {
    Stream<AccessMode> accepted =
        Stream.of(AccessMode.values())
            .filter(metadata -> accepts(principal(modes(data, metadata, ANY), "", Set.of()), ALL));
    assertThat(accepted).containsExactlyInAnyOrderElementsOf(ENFORCEABLE.get(data));
  }

  private static boolean accepts(Principal principal, Capabilities capabilities) {
    try {
      S3Rules.check(principal, capabilities);
      return true;
    } catch (DriverException.InvalidArgument e) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"*", "a*", "a?", "${aws:username}", "$", "a\nb", "a\u0000", "/a", "\u007f"})
  void aPrefixIsNoPattern(String prefix) {
    assertThatThrownBy(() -> check(principal(modes(READ_ONLY, ANY, ANY), prefix, Set.of())))
        .isInstanceOf(DriverException.InvalidArgument.class)
        .hasMessageContaining("prefix");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "*", "a*", "??", "bucket/other", "${x}", "a\"b", "-lead"})
  void aBucketIsNoPattern(String bucket) {
    BucketGrant grant = new BucketGrant(bucket, "", modes(READ_ONLY, ANY, ANY), Set.of());
    assertThatThrownBy(() -> check(new Principal("ba", List.of(grant), Optional.empty())))
        .isInstanceOf(DriverException.InvalidArgument.class)
        .hasMessageContaining("bucket");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3:*",
        "s3:Get*",
        "*",
        "s3:PutBucketPolicy",
        "s3:DeleteBucketPolicy",
        "s3:PutBucketAcl",
        "s3:PutObjectAcl",
        "s3:CreateBucket",
        "s3:DeleteBucket",
        "s3:ForceDeleteBucket",
        "s3:PutReplicationConfiguration",
        "s3:PutBucketNotification",
        "s3:PutLifecycleConfiguration",
        "s3:ListAllMyBuckets",
        "admin:CreateUser",
        "sts:AssumeRole",
        "s3:getobject",
        "s3:NoSuchThing"
      })
  void actionsThatCouldWidenAccessAreNamedAndRefused(String action) {
    assertThatThrownBy(() -> check(principal(modes(READ_ONLY, ANY, ANY), "", Set.of(action))))
        .isInstanceOf(DriverException.InvalidArgument.class)
        .hasMessageContaining(action);
  }

  static final List<String> EXTRA =
      Stream.concat(S3Actions.EXTRA_OBJECT.stream(), S3Actions.EXTRA_BUCKET.stream())
          .distinct()
          .toList();

  @ParameterizedTest
  @FieldSource("EXTRA")
  void everyListedActionCanBeAdded(String action) {
    Principal principal = principal(modes(ANY, ANY, ANY), "", Set.of(action));
    assertThatCode(() -> check(principal)).doesNotThrowAnyException();
    assertThat(S3Policy.of(principal, NOTHING_DENIED)).contains("\"" + action + "\"");
  }

  @Test
  void uploadsOfTheWholeBucketAreNotListedForAPrefix() {
    Set<String> uploads = Set.of("s3:ListBucketMultipartUploads");
    assertThatThrownBy(() -> check(principal(modes(READ_WRITE, ANY, ANY), "p/", uploads)))
        .isInstanceOf(DriverException.InvalidArgument.class)
        .hasMessageContaining("s3:ListBucketMultipartUploads");
  }

  /** Whoever has one folder would suspend versioning, say, of all others. */
  @Test
  void settingsOfTheWholeBucketAreNotWrittenWithAPrefix() {
    assertThatThrownBy(() -> check(principal(modes(READ_WRITE, ANY, READ_WRITE), "p/", Set.of())))
        .isInstanceOf(DriverException.InvalidArgument.class)
        .hasMessageContaining("writable bucket metadata");
    for (String action : S3Actions.BUCKET_WRITE) {
      Principal principal = principal(modes(READ_WRITE, ANY, ANY), "p/", Set.of(action));
      assertThatThrownBy(() -> check(principal))
          .isInstanceOf(DriverException.InvalidArgument.class)
          .hasMessageContaining(action);
    }
  }

  @Test
  void whatTheBackendLacksIsRefused() {
    refusedWithout(Feature.ACCESS_KEYS, principal(modes(READ_ONLY, ANY, ANY), "", Set.of()));
    refusedWithout(Feature.ACCESS_PREFIX, principal(modes(READ_ONLY, ANY, ANY), "p", Set.of()));
    refusedWithout(
        Feature.ACCESS_OBJECT_METADATA_WRITE,
        principal(modes(READ_ONLY, READ_WRITE, ANY), "", Set.of()));
    refusedWithout(
        Feature.ACCESS_BUCKET_METADATA_WRITE,
        principal(modes(READ_ONLY, ANY, WRITE_ONLY), "", Set.of()));
    Principal plain = principal(modes(READ_ONLY, ANY, ANY), "", Set.of());
    refusedWithout(
        Feature.ACCESS_EXPIRY, new Principal("ba", plain.buckets(), Optional.of(Instant.now())));
  }

  private static void refusedWithout(Feature feature, Principal principal) {
    EnumSet<Feature> others = EnumSet.complementOf(EnumSet.of(feature));
    assertThat(accepts(principal, ALL)).as("with %s", feature).isTrue();
    assertThat(accepts(principal, S3Capabilities.with(others))).as("without %s", feature).isFalse();
  }

  @Test
  void severalBucketsWhereOneIsTheMostAreOutOfRange() {
    BucketGrant grant = new BucketGrant("one", "", modes(READ_ONLY, ANY, ANY), Set.of());
    BucketGrant other = new BucketGrant("two", "", modes(READ_ONLY, ANY, ANY), Set.of());
    Principal principal = new Principal("ba", List.of(grant, other), Optional.empty());
    Capabilities single =
        S3Capabilities.with(EnumSet.complementOf(EnumSet.of(Feature.ACCESS_MULTI_BUCKET)));

    assertThatCode(() -> check(principal)).doesNotThrowAnyException();
    assertThatThrownBy(() -> S3Rules.check(principal, single))
        .isInstanceOf(DriverException.OutOfRange.class);
  }

  private static void check(Principal principal) {
    S3Rules.check(principal, ALL);
  }

  private static Principal principal(AccessModes modes, String prefix, Set<String> extra) {
    return new Principal(
        "ba-1", List.of(new BucketGrant("bucket", prefix, modes, extra)), Optional.empty());
  }

  private static AccessModes modes(AccessMode data, AccessMode metadata, AccessMode bucket) {
    return new AccessModes(data, metadata, bucket);
  }
}
