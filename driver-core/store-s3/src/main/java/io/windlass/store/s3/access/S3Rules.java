package io.windlass.store.s3.access;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import java.util.regex.Pattern;

/**
 * Checks which grants S3 can enforce exactly; the others are refused, never widened.
 *
 * <p>On S3 user metadata is read and written with the data: a GET or HEAD returns it, and a PUT
 * sets it. So the following applies, unless object metadata is {@link AccessMode#ANY} and follows
 * the data:
 *
 * <ul>
 *   <li>if data may be read, so may its metadata, and if data may be written, so may its metadata;
 *   <li>metadata can be read only where data can: HEAD needs the permission to GET;
 *   <li>metadata can be written without the data only as far as it is tags, which some servers
 *       offer ({@link Feature#ACCESS_OBJECT_METADATA_WRITE}).
 * </ul>
 *
 * <p>Access to a prefix excludes what S3 cannot limit to a prefix: to change settings of the
 * bucket, and to list uploads.
 */
public final class S3Rules {
  private static final Pattern BUCKET = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{1,62}");

  /** Characters that a policy would interpret as patterns, and control characters. */
  private static final Pattern UNSAFE = Pattern.compile("[*?$\\p{Cntrl}]");

  private S3Rules() {}

  /**
   * Checks that a server with these capabilities can enforce exactly what the principal asks for.
   *
   * @throws DriverException.InvalidArgument naming what it cannot enforce
   * @throws DriverException.OutOfRange for several buckets where only one is possible
   */
  public static void check(Principal principal, Capabilities capabilities) {
    require(capabilities, Feature.ACCESS_KEYS, true, "access keys");
    require(
        capabilities, Feature.ACCESS_EXPIRY, principal.expiry().isPresent(), "access that expires");
    if (principal.buckets().isEmpty()) {
      throw new DriverException.InvalidArgument("the access names no bucket: name at least one");
    }
    if (principal.buckets().size() > 1 && !capabilities.has(Feature.ACCESS_MULTI_BUCKET)) {
      throw new DriverException.OutOfRange(
          "one access reaches one bucket on this backend: ask for one access for each");
    }
    for (BucketGrant grant : principal.buckets()) {
      check(grant, capabilities);
    }
  }

  private static void check(BucketGrant grant, Capabilities capabilities) {
    require(
        capabilities,
        Feature.ACCESS_PREFIX,
        !grant.prefix().isEmpty(),
        "access to a prefix of a bucket");
    requireLiteral(grant);
    check(grant.modes(), capabilities);
    if (grant.modes().bucketMetadata().writes() && !grant.prefix().isEmpty()) {
      throw new DriverException.InvalidArgument(
          "writable bucket metadata cannot be had with access to a prefix: settings are of the"
              + " whole bucket");
    }
    for (String action : grant.extraActions()) {
      check(action, grant.prefix());
    }
  }

  /** Checks that a policy would take neither bucket nor prefix for a pattern. */
  static void requireLiteral(BucketGrant grant) {
    if (!BUCKET.matcher(grant.bucket()).matches()) {
      throw new DriverException.InvalidArgument(
          "bucket '%s': no S3 server has buckets of such a name".formatted(grant.bucket()));
    }
    if (UNSAFE.matcher(grant.prefix()).find() || grant.prefix().startsWith("/")) {
      throw new DriverException.InvalidArgument(
          "prefix '%s': without * ? $ and control characters, and not beginning with /"
              .formatted(grant.prefix()));
    }
  }

  private static void check(AccessModes modes, Capabilities capabilities) {
    AccessMode data = modes.objectData();
    AccessMode metadata = modes.objectMetadata();
    if (metadata != AccessMode.ANY) {
      if (data.reads() && !metadata.reads()) {
        throw refused("whoever reads objects reads their metadata", "read");
      }
      if (data.writes() && !metadata.writes()) {
        throw refused("whoever writes objects writes their metadata", "written");
      }
    }
    if (metadata.reads() && !data.reads()) {
      throw new DriverException.InvalidArgument(
          "object metadata cannot be read where object data cannot: on S3 a HEAD needs the"
              + " permission to GET");
    }
    require(
        capabilities,
        Feature.ACCESS_OBJECT_METADATA_WRITE,
        metadata.writes() && !data.writes(),
        "object metadata that is writable where the data is not");
    require(
        capabilities,
        Feature.ACCESS_BUCKET_METADATA_READ,
        modes.bucketMetadata().reads(),
        "readable bucket metadata");
    require(
        capabilities,
        Feature.ACCESS_BUCKET_METADATA_WRITE,
        modes.bucketMetadata().writes(),
        "writable bucket metadata");
  }

  private static DriverException.InvalidArgument refused(String why, String how) {
    return new DriverException.InvalidArgument(
        "on S3 %s: ask for object metadata that can be %s too, or for ANY".formatted(why, how));
  }

  private static void check(String action, String prefix) {
    if (!S3Actions.EXTRA_OBJECT.contains(action) && !S3Actions.EXTRA_BUCKET.contains(action)) {
      throw new DriverException.InvalidArgument(
          "action '%s' cannot be added: it is unknown, or could widen access".formatted(action));
    }
    boolean ofBucket =
        S3Actions.UPLOADS.contains(action) || S3Actions.BUCKET_WRITE.contains(action);
    if (ofBucket && !prefix.isEmpty()) {
      throw new DriverException.InvalidArgument(
          "action '%s' cannot be added to access to a prefix: S3 cannot limit it to a prefix"
              .formatted(action));
    }
  }

  private static void require(
      Capabilities capabilities, Feature feature, boolean wanted, String what) {
    if (wanted && !capabilities.has(feature)) {
      throw new DriverException.InvalidArgument(what + ": not offered by this backend");
    }
  }
}
