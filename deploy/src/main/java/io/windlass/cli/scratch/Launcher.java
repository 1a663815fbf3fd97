package io.windlass.cli.scratch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The installation that this process was started from.
 *
 * @param home its directory: {@code bin} and {@code lib} are there
 */
public record Launcher(Path home) {
  /**
   * That of this process: its script says where it is.
   *
   * @throws IOException when it was not started by the script
   */
  public static Launcher current() throws IOException {
    String home =
        Optional.ofNullable(System.getProperty("windlass.home"))
            .orElseThrow(
                () -> new IOException("this needs an installation: start it with bin/windlass"));
    return new Launcher(Path.of(home));
  }

  /** The script. */
  public Path path() {
    return home.resolve("bin").resolve("windlass");
  }

  /** Where its jars are. */
  public Path lib() {
    return home.resolve("lib");
  }
}
