package io.windlass.volume.snapshot;

import io.windlass.provision.ConfiguredBackend;
import io.windlass.registry.RecordKind;
import io.windlass.store.Page;
import java.util.Optional;

/**
 * How far a volume is filled; its id is that of the volume's record. It stays as long as the
 * volume: a volume that was filled once must not be again.
 *
 * @param source the id of the snapshot or volume that it is filled from
 * @param snapshot the record that its files come from (folder and id)
 * @param temporary whether that is there for this volume alone
 * @param page of the manifest that is being copied, from 1
 * @param entry of it that comes next, from 0
 * @param objects copied so far
 * @param bytes in them
 * @param done whether all is there
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

  /** A volume that is being filled from a snapshot. */
  static Optional<String> userOf(ConfiguredBackend configured, RecordName snapshot) {
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
