package io.windlass.faults.csi;

import io.windlass.faults.Crowd;
import io.windlass.faults.Progress;
import io.windlass.test.csi.CsiPlugin;
import io.windlass.test.driver.DriverProcess;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Kills (SIGKILL) processes of CSI at any moment, and starts them again at once; never both of a
 * node, nor one before the other has got everything, for then its mounts are gone.
 */
final class CsiKiller implements Crowd.Trouble {
  private static final long MOST_ANSWERS = 40;

  private final DriverProcess controller;
  private final CsiPlugin node;
  private final List<Victims> next = new ArrayList<>();
  private final Map<Victims, Integer> kills = new EnumMap<>(Victims.class);

  CsiKiller(DriverProcess controller, CsiPlugin node) {
    this.controller = controller;
    this.node = node;
  }

  /** Processes that are killed together; each group is chosen once before any is chosen again. */
  enum Victims {
    CONTROLLER,
    NODE_PLUGIN,
    MOUNTER,
    CONTROLLER_AND_NODE_PLUGIN,
    CONTROLLER_AND_MOUNTER
  }

  @Override
  public void strike(RandomGenerator random, Progress progress) throws InterruptedException {
    boolean _ = progress.awaitAnswers(random.nextLong(MOST_ANSWERS));
    if (next.isEmpty()) {
      next.addAll(List.of(Victims.values()));
    }
    kill(next.remove(random.nextInt(next.size())));
  }

  /** Kills these, and starts them again. */
  void kill(Victims victims) {
    kills.merge(victims, 1, Integer::sum);
    switch (victims) {
      case CONTROLLER -> {
        controller.kill();
        controller.start();
      }
      case NODE_PLUGIN -> node.restart();
      case MOUNTER -> node.killMounter();
      case CONTROLLER_AND_NODE_PLUGIN -> {
        controller.kill();
        node.restart();
        controller.start();
      }
      case CONTROLLER_AND_MOUNTER -> {
        controller.kill();
        node.killMounter();
        controller.start();
      }
    }
  }

  /** Returns how often each group was killed. */
  Map<Victims, Integer> kills() {
    return kills;
  }
}
