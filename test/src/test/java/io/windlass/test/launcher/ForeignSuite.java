package io.windlass.test.launcher;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** A suite of tests that others have written: a program, which is not part of this project. */
public enum ForeignSuite {
  /** What the container storage interface's authors ask of a driver. */
  CSI_SANITY("csi-sanity", "WINDLASS_TEST_CSI_SANITY"),
  /** What POSIX asks of a file system, call by call. */
  PJDFSTEST("pjdfstest", "WINDLASS_TEST_PJDFSTEST");

  private final String program;
  private final String variable;

  ForeignSuite(String program, String variable) {
    this.program = program;
    this.variable = variable;
  }

  /**
   * Returns the program that the suite's variable names, or else that on PATH; aborts the test
   * where there is none, which in CI is a failure.
   */
  public Path require(Map<String, String> environment) {
    String named = environment.getOrDefault(variable, "");
    Optional<Path> found =
        (named.isEmpty() ? onPath(environment) : Stream.of(Path.of(named).toAbsolutePath()))
            .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
            .findFirst();
    if (found.isPresent()) {
      return found.get();
    }
    String sentence =
        "%s was not run: set %s to it, or install it on PATH.".formatted(program, variable);
    if ("true".equals(environment.get("CI"))) {
      throw new IllegalStateException(sentence + " With CI=true that is a failure.");
    }
    throw new TestAbortedException(sentence);
  }

  private Stream<Path> onPath(Map<String, String> environment) {
    return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, program).toAbsolutePath());
  }
}
