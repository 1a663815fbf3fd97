package io.windlass.store.azure.client;

import io.windlass.object.Revision;
import java.util.Optional;

/** A state of a blob, as ids of versions name it. */
public sealed interface AzureVersion {

  /** Begins the id of a state that is no version; the service begins its ids with a year. */
  String UNKEPT = "etag-";

  /** Whatever is there. */
  record Current() implements AzureVersion {}

  /** A version, by the id that the service gave it. */
  record Kept(String id) implements AzureVersion {}

  /**
   * The state of a blob that is no version, because it was written while the account kept none. It
   * is there until the blob is replaced.
   */
  record Unkept(Revision revision) implements AzureVersion {}

  static AzureVersion of(String id) {
    return id.startsWith(UNKEPT)
        ? new Unkept(new Revision(id.substring(UNKEPT.length())))
        : new Kept(id);
  }

  static AzureVersion of(Optional<String> id) {
    return id.map(AzureVersion::of).orElseGet(Current::new);
  }

  /** Returns the id of a state that is no version. */
  static String unkept(Revision revision) {
    return UNKEPT + revision.token();
  }
}
