package io.windlass.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.registry.BucketRecord.Origin;
import io.windlass.registry.BucketRecord.State;
import io.windlass.store.PutOptions;
import io.windlass.store.memory.MemoryBackend;
import io.windlass.testing.crash.TrapBackend;
import io.windlass.testing.crash.TrapBackend.Side;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Removing records on a server that deletes on condition. */
class RecordRemovalTest {
  private static final String ID = "some-bucket";
  private static final String KEY = "buckets/" + ID;
  private static final BucketRecord CREATING =
      new BucketRecord(State.CREATING, Origin.CREATED, Fingerprint.of(Map.of()));

  private final MemoryBackend real = new MemoryBackend();

  private Registry registry(Backend backend) {
    return new Registry(
        new RegistryBucket(backend, "registry", true), Owner.current("test:/a.sock"));
  }

  /** Removes a record; just before the request for that, something else happens. */
  private void remove(Consumer<Backend> meanwhile) {
    TrapBackend counting = TrapBackend.pausing(Integer.MAX_VALUE, Side.BEFORE, () -> {});
    registry(counting.over(new MemoryBackend())).claimNew(RecordKind.BUCKETS, ID, CREATING);
    TrapBackend trap =
        TrapBackend.pausing(counting.calls() + 1, Side.BEFORE, () -> meanwhile.accept(real));
    registry(trap.over(real)).claimNew(RecordKind.BUCKETS, ID, CREATING).remove();
  }

  /** The request was repeated since its answer was lost: the server knows of no such object. */
  @Test
  void whatWasRemovedByARequestWhoseAnswerWasLostIsRemoved() {
    remove(backend -> backend.objects("registry").delete(KEY, Condition.always()));
    assertThat(registry(real).find(RecordKind.BUCKETS, ID)).isEmpty();
  }

  @Test
  void whatSomebodyElseChangedStays() {
    assertThatExceptionOfType(DriverException.Aborted.class)
        .isThrownBy(() ->
            remove(backend ->
                backend
                    .objects("registry")
                    .put(
                        KEY,
                        Content.of("{\"format\":1}".getBytes(StandardCharsets.UTF_8)),
                        PutOptions.DEFAULT)));
    assertThat(real.objects("registry").head(KEY).size()).isPositive();
  }
}
