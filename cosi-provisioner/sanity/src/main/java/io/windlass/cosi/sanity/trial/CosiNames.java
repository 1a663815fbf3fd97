package io.windlass.cosi.sanity.trial;

import io.windlass.cosi.sanity.wire.ApiRevision;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.UUID;

/**
 * Generates names in the form of COSI: a prefix and a UID. The same seed gives the same names
 * again. May be used by several threads.
 */
public final class CosiNames {
  private final Random random;
  private final ApiRevision revision;

  CosiNames(long seed, ApiRevision revision) {
    this.random = new Random(seed ^ revision.name().hashCode());
    this.revision = revision;
  }

  /** Returns a new name of a Bucket object. */
  public String bucket() {
    return (revision.isV1Alpha2() ? "bc-" : "bucket-") + uid();
  }

  /** Returns a new name of an access. */
  String account() {
    return "ba-" + uid();
  }

  /** Returns a random word that no driver knows, to be used as the name of a parameter. */
  public String word() {
    return "sanity-" + Integer.toHexString(random.nextInt(1 << 16, 1 << 24));
  }

  private String uid() {
    return UUID.nameUUIDFromBytes(
            Long.toHexString(random.nextLong()).getBytes(StandardCharsets.UTF_8))
        .toString();
  }
}
