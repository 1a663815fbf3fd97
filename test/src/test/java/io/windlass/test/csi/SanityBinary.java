package io.windlass.test.csi;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * Where the public sanity suite is: {@code WINDLASS_TEST_CSI_SANITY} names it, else it is looked
 * for on PATH.
 */
public final class SanityBinary {
  private static final String VARIABLE = "WINDLASS_TEST_CSI_SANITY";

  private SanityBinary() {}

  /** The program; aborts the test where there is none, which in CI is a failure. */
  public static Path require(Map<String, String> environment) {
    String named = environment.getOrDefault(VARIABLE, "");
    Optional<Path> found =
        (named.isEmpty() ? onPath(environment) : Stream.of(Path.of(named).toAbsolutePath()))
            .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
            .findFirst();
    if (found.isPresent()) {
      return found.get();
    }
    String sentence =
        "The CSI sanity suite was not run: set %s to it, or install csi-sanity on PATH."
            .formatted(VARIABLE);
    if ("true".equals(environment.get("CI"))) {
      throw new IllegalStateException(sentence + " With CI=true that is a failure.");
    }
    throw new TestAbortedException(sentence);
  }

  private static Stream<Path> onPath(Map<String, String> environment) {
    return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, "csi-sanity").toAbsolutePath());
  }
}
