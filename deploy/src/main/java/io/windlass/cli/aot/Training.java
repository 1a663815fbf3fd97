package io.windlass.cli.aot;

import java.io.IOException;
import java.nio.file.Path;

/** Training run, in which the JVM of one of our processes records what the process does. */
interface Training {
  /** Returns the name of the process with its article, for messages. */
  String of();

  /**
   * Runs the process, so that its JVM writes its cache to a file.
   *
   * @param cache a file that does not exist yet; if it does not exist afterwards, the JVM did not
   *     write it
   */
  void run(TrainingStore store, Path cache) throws IOException, InterruptedException;
}
