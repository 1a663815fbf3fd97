package io.windlass.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.registry.BucketRecord.Origin;
import io.windlass.registry.BucketRecord.State;
import io.windlass.registry.RecordPages.Identified;
import io.windlass.registry.RecordPages.Piece;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import io.windlass.testing.crash.TrapBackend;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordPagesTest {
  private static final RecordKind<BucketRecord> KIND = RecordKind.BUCKETS;
  private static final BucketRecord MADE = record(State.READY);

  private final LocalBackend backend;
  private final TrapBackend requests = TrapBackend.counting();
  private final Registry others;
  private final Registry registry;

  RecordPagesTest(@TempDir Path directory) {
    backend = LocalBackend.open(LocalConfig.in(directory.resolve("store")));
    others =
        new Registry(
            new RegistryBucket(backend, "records", true), Owner.current("other:/a.sock"), () -> 0);
    registry =
        new Registry(
            new RegistryBucket(requests.over(backend), "records", true),
            Owner.current("test:/a.sock"),
            () -> 0);
  }

  @AfterEach
  void close() {
    backend.close();
  }

  private static BucketRecord record(State state) {
    return new BucketRecord(state, Origin.CREATED, Fingerprint.of(Map.of()));
  }

  private static Identified<BucketRecord> made(String id) {
    return new Identified<>(id, MADE);
  }

  private void assertRead(long records) {
    assertThat(requests.taken().getOrDefault("ObjectStore.get", 0L)).isEqualTo(records);
  }

  @Test
  void withoutABucketThereAreNone() {
    RecordPages<BucketRecord> pages = new RecordPages<>(registry, KIND);
    assertThat(pages.read(Optional.empty(), 10))
        .isEqualTo(new Piece<>(List.of(), Optional.empty()));
  }

  @Test
  void aPageIsWhatTheServerHasWhoeverWroteIt() {
    RecordPages<BucketRecord> pages = new RecordPages<>(registry, KIND);
    List.of("a", "b", "c", "d/e").forEach(id -> others.insert(KIND, id, MADE));
    Piece<BucketRecord> first = pages.read(Optional.empty(), 3);
    assertThat(first.records()).containsExactly(made("a"), made("b"), made("c"));
    assertThat(first.next()).contains("c");
    assertRead(3);
    assertThat(pages.read(first.next(), 3))
        .isEqualTo(new Piece<>(List.of(made("d/e")), Optional.empty()));
    assertRead(1);
    others.claim(others.find(KIND, "a").orElseThrow(), MADE).remove();
    // Its process dies before it completes the record.
    others.claim(others.find(KIND, "b").orElseThrow(), record(State.DELETING));
    others.insert(KIND, "aa", MADE);
    assertThat(pages.read(Optional.empty(), 10).records())
        .containsExactly(
            made("aa"), new Identified<>("b", record(State.DELETING)), made("c"), made("d/e"));
    assertRead(2);
  }

  /** The same text at the same place is another revision. */
  @Test
  void aRecordThatWasRemovedAndMadeAgainIsReadAgain() {
    RecordPages<BucketRecord> pages = new RecordPages<>(registry, KIND);
    others.insert(KIND, "a", MADE);
    pages.read(Optional.empty(), 10);
    others.claim(others.find(KIND, "a").orElseThrow(), MADE).remove();
    others.insert(KIND, "a", MADE);
    requests.taken();
    assertThat(pages.read(Optional.empty(), 10).records()).containsExactly(made("a"));
    assertRead(1);
  }

  @Test
  void whatHasNoRoomIsReadEachTimeAndRemovedRecordsMakeRoom() {
    others.insert(KIND, "a", MADE);
    int length = registry.tell(KIND, "a").orElseThrow().length();
    RecordPages<BucketRecord> pages = new RecordPages<>(registry, KIND, length + 1L);
    others.insert(KIND, "b", MADE);
    pages.read(Optional.empty(), 10);
    requests.taken();
    assertThat(pages.read(Optional.empty(), 10).records()).containsExactly(made("a"), made("b"));
    assertRead(1);
    for (String id : List.of("a", "b")) {
      others.claim(others.find(KIND, id).orElseThrow(), MADE).remove();
    }
    others.insert(KIND, "c", MADE);
    pages.read(Optional.empty(), 10);
    requests.taken();
    assertThat(pages.read(Optional.empty(), 10).records()).containsExactly(made("c"));
    assertRead(0);
  }
}
