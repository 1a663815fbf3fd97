package io.windlass.store.gcs;

import io.windlass.connect.AccessField;
import io.windlass.connect.CredentialFiles;
import io.windlass.store.gcs.client.GcsSigner;
import java.util.List;
import java.util.Optional;

/**
 * An HMAC key in files. The alternative names of its fields are those of COSI and of its proposal.
 */
record GcsKeyFiles(CredentialFiles files) {
  static final AccessField ACCESS_ID =
      field(GcsCredentialText.ACCESS_ID, "COSI_GCS_ACCESS_ID", "HMAC_ACCESS_ID");
  static final AccessField ACCESS_SECRET =
      field(GcsCredentialText.ACCESS_SECRET, "COSI_GCS_ACCESS_SECRET", "HMAC_SECRET");

  private static final String ADVICE = "put the HMAC key there";

  private static AccessField field(String name, String cosi, String environment) {
    return new AccessField(
        name,
        AccessField.Part.CREDENTIAL,
        Optional.of(cosi),
        Optional.empty(),
        List.of(environment),
        List.of());
  }

  /** Returns whether there is a key now. */
  boolean hasKey() {
    return files.find(ACCESS_ID).isPresent();
  }

  /**
   * Returns the key as it is now.
   *
   * @throws io.windlass.error.DriverException.Unauthenticated naming the file that is missing,
   *     empty or unreadable
   */
  GcsSigner key() {
    return files.together(() ->
        new GcsSigner(
            files.require(ACCESS_ID, ADVICE).reveal(), files.require(ACCESS_SECRET, ADVICE)));
  }
}
