package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Windlass where a user has installed it, with another version ready to take its place. */
public final class Installation {
  private static final String BUILD = "io/windlass/cli/build.properties";

  private final Path place;
  private final Path other;
  private String version;
  private String otherVersion;

  private Installation(Path place, Path other, String version, String otherVersion) {
    this.place = place;
    this.other = other;
    this.version = version;
    this.otherVersion = otherVersion;
  }

  /** Installs one of two versions, which differ in nothing but their number. */
  public static Installation of(Path scratch, String version, String otherVersion)
      throws IOException {
    return of(scratch, version, otherVersion, "test", "test");
  }

  /** Installs one of two builds of a version, from the commits {@code one} and {@code other}. */
  static Installation ofOneVersion(Path scratch, String version) throws IOException {
    return of(scratch, version, version, "one", "other");
  }

  private static Installation of(
      Path scratch, String version, String otherVersion, String commit, String otherCommit)
      throws IOException {
    return new Installation(
        copy(scratch.resolve("windlass"), version, commit),
        copy(scratch.resolve("windlass.other"), otherVersion, otherCommit),
        version,
        otherVersion);
  }

  private static Path copy(Path to, String version, String commit) throws IOException {
    Outcome copied =
        Launch.of(List.of("cp", "-pR", Launch.distribution().toString(), to.toString())).run();
    assertThat(copied.status()).as(copied.err()).isZero();
    for (String cache : List.of("windlass", "windlass-keeper", "windlass-mounter")) {
      Files.deleteIfExists(to.resolve("lib/%s.aot".formatted(cache)));
    }
    try (FileSystem jar = FileSystems.newFileSystem(to.resolve("lib/windlass.jar"))) {
      Files.writeString(
          jar.getPath(BUILD),
          "version=%s%ncommit=%s%n".formatted(version, commit),
          StandardOpenOption.TRUNCATE_EXISTING);
    }
    return to;
  }

  /** The program. */
  public Path launcher() {
    return place.resolve("bin/windlass");
  }

  /** Its directory. */
  public Path directory() {
    return place;
  }

  /** Returns the installed version. */
  public String version() {
    return version;
  }

  /** Puts the other version in the place of this, and keeps this for the next time. */
  public void swap() throws IOException {
    Path aside = place.resolveSibling("windlass.aside");
    // Moved, never written over: processes of the old version still read its files.
    Files.move(place, aside);
    Files.move(other, place);
    Files.move(aside, other);
    String before = version;
    version = otherVersion;
    otherVersion = before;
  }
}
