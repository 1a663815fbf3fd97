package io.windlass.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.object.Content;
import io.windlass.store.PutOptions;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.Workload.Outcome;
import io.windlass.testing.UniqueName;
import io.windlass.testing.crash.CrashTrials;
import io.windlass.volume.SharedKeyStory.Step;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A volume with one key for its two nodes, in a registry of its own. */
final class SharedKeyStory implements CrashTrials.Story<Step> {
  private static final String FILE = "file";

  private final String name = UniqueName.of("crash");
  private final String registryBucket = UniqueName.of("registry");
  private final Backend real;
  private final String id;

  SharedKeyStory(Backend real) {
    this.real = real;
    this.id = real.name() + "/" + name;
  }

  /** Requests of a CO, in their order. */
  enum Step {
    CREATE,
    ATTACH_FIRST,
    ATTACH_SECOND,
    DETACH_FIRST,
    DETACH_SECOND
  }

  static Attach node(String name) {
    return new Attach(name, VolumeAccessMode.MULTI_NODE_MULTI_WRITER, false);
  }

  @Override
  public void run(Step step, Backend backend) {
    Volumes volumes = new TestVolumes(backend, registryBucket).volumes();
    switch (step) {
      case CREATE -> {
        volumes.create(TestVolumes.request(name, 1000, Map.of()));
        real.objects(name).put(FILE, Content.of(new byte[1]), PutOptions.DEFAULT);
      }
      case ATTACH_FIRST -> volumes.publish(id, node("n1"));
      case ATTACH_SECOND -> volumes.publish(id, node("n2"));
      case DETACH_FIRST -> volumes.unpublish(id, Optional.of("n1"));
      case DETACH_SECOND -> volumes.unpublish(id, Optional.of("n2"));
    }
  }

  @Override
  public void check(Step step, Backend backend) {
    Volumes volumes = new TestVolumes(backend, registryBucket).volumes();
    List<String> nodes = volumes.get(id).nodes();
    switch (step) {
      case CREATE, DETACH_SECOND -> assertThat(nodes).isEmpty();
      case ATTACH_FIRST -> assertThat(nodes).containsExactly("n1");
      case ATTACH_SECOND -> assertThat(nodes).containsExactly("n1", "n2");
      case DETACH_FIRST -> assertThat(nodes).containsExactly("n2");
    }
    for (String node : nodes) {
      Attached attached = volumes.publish(id, node(node));
      assertThat(outcome(attached)).isEqualTo(Outcome.ALLOWED);
      assertThat(volumes.publish(id, node(node))).as("repeated").isEqualTo(attached);
    }
  }

  private static Outcome outcome(Attached attached) {
    try (Workload node = Workload.open(attached.credential(), attached.location())) {
      return node.read(FILE);
    }
  }

  @Override
  public void requireNothingLeft(Backend backend) {
    try (TestVolumes driver = new TestVolumes(backend, registryBucket)) {
      driver.volumes().unpublish(id, Optional.of("n1"));
      driver.volumes().unpublish(id, Optional.of("n2"));
      driver.volumes().delete(id);
      assertThat(real.buckets().exists(name)).isFalse();
      driver.requireNothingLeft();
    }
  }
}
