package io.windlass.store.memory.azure;

import java.util.Optional;

/**
 * Headers of a request: "Specifying conditional headers for Blob service operations".
 *
 * @param ifMatch an ETag
 * @param ifNoneMatch whether {@code If-None-Match: *} is sent
 */
record Conditions(Optional<String> ifMatch, boolean ifNoneMatch) {
  static final Conditions NONE = new Conditions(Optional.empty(), false);

  /** Refuses where they do not hold of what is there. */
  void check(String name, Optional<FakeBlob> there) {
    if (ifNoneMatch && there.isPresent()) {
      throw new AzureError(AzureError.Code.BLOB_ALREADY_EXISTS, name);
    }
    if (ifMatch.isPresent() && !there.map(FakeBlob::etag).equals(ifMatch)) {
      throw new AzureError(AzureError.Code.CONDITION_NOT_MET, name);
    }
  }
}
