package io.windlass.cli.scratch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Installation that this process was started from.
 *
 * @param home its directory, which contains {@code bin} and {@code lib}
 */
public record Launcher(Path home) {
  /**
   * Returns the installation of this process, whose launcher script passes its directory.
   *
   * @throws IOException when the process was not started by the script
   */
  public static Launcher current() throws IOException {
    String home =
        Optional.ofNullable(System.getProperty("windlass.home"))
            .orElseThrow(
                () -> new IOException("this needs an installation: start it with bin/windlass"));
    return new Launcher(Path.of(home));
  }

  /** Returns the path of the launcher script. */
  public Path path() {
    return home.resolve("bin").resolve("windlass");
  }

  /** Returns the directory of the jars. */
  public Path lib() {
    return home.resolve("lib");
  }

  /**
   * Returns a checksum of this version's jars as the launcher script forms it, which it passes to
   * the command that makes caches.
   *
   * @throws IOException when this process is not of that command
   */
  public static String jars() throws IOException {
    return Optional.ofNullable(System.getProperty("windlass.jars"))
        .filter(sum -> !sum.isEmpty())
        .orElseThrow(() -> new IOException("this needs bin/windlass, and cksum(1) on PATH"));
  }
}
