package io.windlass.volume.snapshot;

import io.windlass.provision.OpenBackend;
import io.windlass.registry.RecordKind;
import io.windlass.store.Page;
import java.util.Optional;

/**
 * Record of how far a volume is filled; its id is that of the volume's record. It exists as long as
 * the volume, because a volume must not be filled twice.
 *
 * @param source id of the snapshot or volume that it is filled from
 * @param snapshot name of the snapshot record that its files come from (folder and id)
 * @param temporary whether that snapshot exists for this volume alone
 * @param page number of the manifest's page that is being copied, from 1
 * @param entry index of the next entry on that page, from 0
 * @param objects number of objects copied so far
 * @param bytes number of bytes copied so far
 * @param done whether everything is copied
 */
record FillRecord(
    String source,
    String snapshot,
    boolean temporary,
    int page,
    int entry,
    long objects,
    long bytes,
    boolean done) {
  static final RecordKind<FillRecord> KIND = new RecordKind<>("fills", FillRecord.class);

  static FillRecord intent(String source, RecordName snapshot, boolean temporary) {
    return new FillRecord(source, snapshot.toString(), temporary, 1, 0, 0, 0, false);
  }

  FillRecord reached(int nextPage, int nextEntry, long more, long moreBytes) {
    return new FillRecord(
        source, snapshot, temporary, nextPage, nextEntry, objects + more, bytes + moreBytes, false);
  }

  FillRecord whole() {
    return new FillRecord(source, snapshot, temporary, page, entry, objects, bytes, true);
  }

  /** Returns the id of a volume that is being filled from a snapshot, if there is one. */
  static Optional<String> userOf(OpenBackend configured, RecordName snapshot) {
    Optional<String> token = Optional.empty();
    do {
      Page<String> page = configured.registry().ids(KIND, token);
      for (String id : page.items()) {
        boolean uses =
            configured
                .registry()
                .find(KIND, id)
                .filter(fill -> !fill.value().done())
                .filter(fill -> fill.value().snapshot().equals(snapshot.toString()))
                .isPresent();
        if (uses) {
          return Optional.of(configured.backend().name() + "/" + id);
        }
      }
      token = page.next();
    } while (token.isPresent());
    return Optional.empty();
  }
}
