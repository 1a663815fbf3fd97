package io.windlass.faults;

import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.Mode;
import java.util.Locale;

/** Rights that a client of a storm asks for, in the terms of each revision. */
public enum Rights {
  READ_WRITE(Mode.READ_WRITE, "ReadWrite"),
  READ_ONLY(Mode.READ_ONLY, "ReadOnly");

  private final Mode mode;
  private final String parameter;

  Rights(Mode mode, String parameter) {
    this.mode = mode;
    this.parameter = parameter;
  }

  /** Returns the suffix of the names of accounts with these rights. */
  String suffix() {
    return parameter.toLowerCase(Locale.ROOT);
  }

  /** Returns the mode in v1alpha2. */
  Mode mode() {
    return mode;
  }

  /** Returns the value of the parameter of v1alpha1. */
  String parameter() {
    return parameter;
  }

  /** Returns the request for an access to a bucket of a server of S3. */
  public AccessRequest request(ApiRevision revision, String account, Bucket bucket) {
    return StormBackend.S3.access(revision, account, bucket, this);
  }
}
