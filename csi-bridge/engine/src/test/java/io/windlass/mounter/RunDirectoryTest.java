package io.windlass.mounter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever has a place in this directory could be told keys, as the mounter is. */
class RunDirectoryTest {
  private static final int SOMEBODY = 12_345;

  @TempDir private Path directory;

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static void give(Path path, int uid) throws IOException {
    assumeThat(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))
        .as("only root can give files away, as tests in CI can")
        .isEqualTo(0);
    Files.setAttribute(path, "unix:uid", uid);
  }

  @Test
  void aNewOneIsTheOwnersAlone() throws IOException {
    Path path = directory.resolve("run");
    new RunDirectory(path).create();
    new RunDirectory(path).create();
    assertThat(mode(path)).isEqualTo("rwx------");
  }

  @Test
  void oneThatIsThereIsClosedToOthers() throws IOException {
    Path path = Files.createDirectory(directory.resolve("run"));
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
    new RunDirectory(path).create();
    assertThat(mode(path)).isEqualTo("rwx------");
  }

  @Test
  void oneOfAnotherUserIsRefused() throws IOException {
    Path path = Files.createDirectory(directory.resolve("run"));
    give(path, SOMEBODY);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new RunDirectory(path).create())
        .withMessageContaining(path + " belongs to user 12345");
  }

  @Test
  void oneInWhichOthersHavePutSomethingIsRefused() throws IOException {
    Path path = Files.createDirectory(directory.resolve("run"));
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path planted = Files.createFile(path.resolve("mounter.sock"));
    give(planted, SOMEBODY);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new RunDirectory(path).create())
        .withMessageContaining(planted + " belongs to user 12345");
  }

  @Test
  void aLinkIsRefused() throws IOException {
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Path path = Files.createSymbolicLink(directory.resolve("run"), elsewhere);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new RunDirectory(path).create())
        .withMessageContaining("is no directory");
  }
}
