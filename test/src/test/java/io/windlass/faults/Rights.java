package io.windlass.faults;

import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.AccessRequest.AccessedBucket;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.GrantModes;
import io.windlass.cosi.sanity.wire.Mode;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a storm's client asks for: the same thing in the words of every revision. */
enum Rights {
  READ_WRITE(Mode.READ_WRITE, "ReadWrite"),
  READ_ONLY(Mode.READ_ONLY, "ReadOnly");

  private final Mode mode;
  private final String parameter;

  Rights(Mode mode, String parameter) {
    this.mode = mode;
    this.parameter = parameter;
  }

  /** What tells an account with these rights by its name. */
  String suffix() {
    return parameter.toLowerCase(Locale.ROOT);
  }

  AccessRequest request(ApiRevision revision, String account, Bucket bucket) {
    return new AccessRequest(
        account,
        StorageProtocol.S3,
        Optional.empty(),
        revision.isV1Alpha2() ? Map.of() : Map.of("accessMode", parameter),
        List.of(new AccessedBucket(bucket, new GrantModes(mode, mode, Mode.READ_ONLY))));
  }
}
