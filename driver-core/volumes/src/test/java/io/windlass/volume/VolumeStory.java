package io.windlass.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.testing.UniqueName;
import io.windlass.testing.crash.CrashTrials;
import io.windlass.volume.VolumeStory.Step;
import java.util.Map;
import java.util.Optional;

/** One volume from its making to its end, in a registry of its own. */
final class VolumeStory implements CrashTrials.Story<Step> {
  private final String name = UniqueName.of("crash");
  private final String registryBucket = UniqueName.of("registry");
  private final Backend real;
  private final String id;

  VolumeStory(Backend real) {
    this.real = real;
    this.id = real.name() + "/" + name;
  }

  /** Requests of a CO, in their order. */
  enum Step {
    CREATE,
    PUBLISH,
    EXPAND,
    UNPUBLISH,
    DELETE
  }

  @Override
  public void run(Step step, Backend backend) {
    Volumes volumes = new TestVolumes(backend, registryBucket).volumes();
    switch (step) {
      case CREATE -> volumes.create(TestVolumes.request(name, 1000, Map.of()));
      case PUBLISH -> volumes.publish(id, TestVolumes.writer("n1"));
      case EXPAND -> volumes.expand(id, new CapacityRange(2000, 0));
      case UNPUBLISH -> volumes.unpublish(id, Optional.of("n1"));
      case DELETE -> volumes.delete(id);
    }
  }

  @Override
  public void check(Step step, Backend backend) {
    Volumes volumes = new TestVolumes(backend, registryBucket).volumes();
    switch (step) {
      case CREATE -> assertThat(real.buckets().exists(name)).isTrue();
      case PUBLISH ->
          assertThat(volumes.publish(id, TestVolumes.writer("n1")))
              .as("the same live credential")
              .isEqualTo(volumes.publish(id, TestVolumes.writer("n1")));
      case EXPAND -> assertThat(volumes.get(id).capacityBytes()).isEqualTo(2000);
      case UNPUBLISH -> assertThat(volumes.get(id).nodes()).isEmpty();
      case DELETE -> assertThat(real.buckets().exists(name)).isFalse();
    }
  }

  @Override
  public void requireNothingLeft(Backend backend) {
    try (TestVolumes driver = new TestVolumes(backend, registryBucket)) {
      driver.volumes().unpublish(id, Optional.empty());
      driver.volumes().delete(id);
      assertThat(real.buckets().exists(name)).isFalse();
      driver.requireNothingLeft();
    }
  }
}
