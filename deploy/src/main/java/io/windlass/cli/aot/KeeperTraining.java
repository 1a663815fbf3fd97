package io.windlass.cli.aot;

import io.windlass.cli.aot.TrainingMounts.Mount;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Training of {@code windlass mount} as the keeper of a mount: it reads its command line, starts a
 * mounter and mounts. What other commands around mounts do is much the same.
 */
record KeeperTraining(TrainingMounts mounts) implements Training {
  @Override
  public String of() {
    return "a keeper";
  }

  @Override
  public void run(TrainingStore store, Path cache) throws IOException, InterruptedException {
    // Nobody reads what the JVM would write to standard output.
    String options = "-Xlog:disable -XX:AOTCacheOutput=" + cache;
    try (Mount mount = mounts.start(store, options, "")) {
      mounts.stop(mount);
    }
  }
}
