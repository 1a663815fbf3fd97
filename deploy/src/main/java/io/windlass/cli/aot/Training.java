package io.windlass.cli.aot;

import java.io.IOException;
import java.nio.file.Path;

/** A run that shows the JVM what a process of ours does. */
interface Training {
  /** The process, with its article. */
  String of();

  /**
   * Has the JVM of such a process write its cache to a file.
   *
   * @param cache there is none yet; nor is there one after this if the JVM did not write it
   */
  void run(TrainingStore store, Path cache) throws IOException, InterruptedException;
}
