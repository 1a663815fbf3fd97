package io.windlass.cli;

import io.windlass.observe.BuildInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Version and commit of this build, as the build recorded them.
 *
 * @param version of the project
 * @param commit as {@code git describe} named it, with {@code -dirty} where files differed from it;
 *     {@code unknown} where there was no git
 */
record Build(String version, String commit) {

  /** Returns what the process serves as a metric. */
  BuildInfo info() {
    return new BuildInfo(version, commit);
  }

  /** Reads the description of this build. */
  static Build current() {
    Properties properties = new Properties();
    try (InputStream in = Build.class.getResourceAsStream("build.properties")) {
      if (in == null) {
        throw new IllegalStateException("build.properties is missing beside " + Build.class);
      }
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Build(properties.getProperty("version"), properties.getProperty("commit"));
  }
}
