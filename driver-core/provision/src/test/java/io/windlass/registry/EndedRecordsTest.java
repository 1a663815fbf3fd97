package io.windlass.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.Revision;
import io.windlass.registry.BucketRecord.Origin;
import io.windlass.registry.BucketRecord.State;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.PutOptions;
import io.windlass.store.memory.MemoryBackend;
import io.windlass.testing.FakeForgetful;
import io.windlass.testing.FakeForgetful.Loss;
import io.windlass.testing.crash.Crash;
import io.windlass.testing.crash.TrapBackend;
import io.windlass.testing.crash.TrapBackend.Side;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On a server that deletes without conditions, and keeps no versions: a FAKE in memory. */
class EndedRecordsTest {
  private static final String BUCKET = "registry";
  private static final String ID = "b";
  private static final String KEY = "buckets/" + ID;
  private static final BucketRecord CREATING =
      new BucketRecord(State.CREATING, Origin.CREATED, Fingerprint.of(Map.of("quota", "1")));
  private static final BucketRecord READY = CREATING.in(State.READY);

  private final MemoryBackend memory = new MemoryBackend();
  private final Backend server = plain(FakeForgetful.over(memory, Loss.DELETE_IF_MATCH));
  private final Registry here = registry(server, "here");
  private final Registry elsewhere = registry(server, "elsewhere");

  private static Backend plain(Backend real) {
    Capabilities fewer = real.capabilities().without(Set.of(Feature.DELETE_IF_MATCH));
    return (Backend)
        Proxy.newProxyInstance(
            Backend.class.getClassLoader(),
            new Class<?>[] {Backend.class},
            (_, method, arguments) ->
                method.getName().equals("capabilities") ? fewer : method.invoke(real, arguments));
  }

  private static RegistryBucket bucket(Backend backend) {
    return new RegistryBucket(backend, BUCKET, true);
  }

  private static Registry registry(Backend backend, String owner) {
    return new Registry(bucket(backend), Owner.current(owner), () -> 0);
  }

  private List<String> keys() {
    return memory.objects(BUCKET).list(ListOptions.prefix(""), Optional.empty()).items().stream()
        .map(ListedEntry::key)
        .toList();
  }

  private void removeOld(Backend backend, Duration kept) {
    new EndedRecords(registry(backend, "remover"), bucket(backend), kept).remove();
  }

  @Test
  void aRecordThatWasEndedIsNoneAndCanBeMadeAnew() {
    Lease<BucketRecord> lease = here.claimNew(RecordKind.BUCKETS, ID, CREATING);
    Entry<BucketRecord> seen = elsewhere.find(RecordKind.BUCKETS, ID).orElseThrow();
    lease.remove();
    lease.remove();
    assertThat(elsewhere.find(RecordKind.BUCKETS, ID)).isEmpty();
    assertThat(keys()).as("what is left").containsExactly(KEY);
    assertThatExceptionOfType(DriverException.Aborted.class)
        .as("what was seen before is over")
        .isThrownBy(() -> elsewhere.write(seen, READY, false));
    elsewhere.claimNew(RecordKind.BUCKETS, ID, CREATING).complete(READY);
    assertThat(here.find(RecordKind.BUCKETS, ID).orElseThrow().value()).isEqualTo(READY);
    assertThatExceptionOfType(DriverException.Aborted.class)
        .as("a record that another made meanwhile stays")
        .isThrownBy(lease::remove);
    assertThat(here.claimAbsent(RecordKind.BUCKETS, ID, CREATING)).isEmpty();
  }

  @Test
  void whatIsLeftIsRemovedWhenItIsOld() {
    here.claimNew(RecordKind.BUCKETS, ID, CREATING).remove();
    here.insert(RecordKind.BUCKETS, "kept", READY);
    memory.objects(BUCKET).put("snapshot-data/x", Content.of(new byte[] {1}), PutOptions.DEFAULT);
    removeOld(server, EndedRecords.KEPT);
    assertThat(keys()).as("none is old").contains(KEY);
    removeOld(server, Duration.ZERO);
    assertThat(keys()).containsExactly("buckets/kept", "snapshot-data/x");
    here.insert(RecordKind.BUCKETS, ID, READY);
  }

  @Test
  void nobodyWritesARecordWhereWhatIsLeftIsBeingRemoved() {
    here.claimNew(RecordKind.BUCKETS, ID, CREATING).remove();
    Revision left = memory.objects(BUCKET).head(KEY).revision();
    assertThat(elsewhere.putEnded(KEY, left, true)).isNotNull();
    assertThatExceptionOfType(DriverException.Aborted.class)
        .isThrownBy(() -> here.claimNew(RecordKind.BUCKETS, ID, CREATING))
        .withMessageContaining("is being removed: call again");
    removeOld(server, Duration.ZERO);
    assertThat(keys()).as("another is about to remove it").containsExactly(KEY);
  }

  /** The next one goes on, and no record is lost. */
  @ParameterizedTest
  @EnumSource
  void aRemovalThatDiesLosesNoRecord(Side side) {
    here.claimNew(RecordKind.BUCKETS, "a", CREATING).remove();
    here.insert(RecordKind.BUCKETS, ID, READY);
    for (int fatal = 1; dies(fatal, side); fatal++) {
      assertThat(here.find(RecordKind.BUCKETS, ID)).isPresent();
      assertThat(here.find(RecordKind.BUCKETS, "a")).isEmpty();
      // Its claim is not waited for here.
      memory.objects(BUCKET).delete("buckets/a", Condition.always());
      here.claimNew(RecordKind.BUCKETS, "a", CREATING).remove();
    }
    assertThat(keys()).containsExactly(KEY);
  }

  private boolean dies(int fatal, Side side) {
    try {
      removeOld(TrapBackend.crashing(fatal, side).over(server), Duration.ZERO);
      return false;
    } catch (Crash e) {
      return true;
    }
  }
}
