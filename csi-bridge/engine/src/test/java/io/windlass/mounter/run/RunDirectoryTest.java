package io.windlass.mounter.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.linux.LockFile;
import io.windlass.linux.Users;
import io.windlass.testing.Missing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    if (Users.own() != Users.ROOT) {
      throw Missing.of("the rights of root", "only root can give files away");
    }
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
  void oneForTheMountersUserIsGivenToThatUserWithAllThatIsInIt() throws IOException {
    Path path = Files.createDirectory(directory.resolve("run"));
    Path state = Files.createDirectories(path.resolve("volumes/one"));
    Path outside = Files.createFile(directory.resolve("outside"));
    Files.createSymbolicLink(state.resolve("link"), outside);
    give(path, 0);
    RunDirectory run = new RunDirectory(path, Optional.of(SOMEBODY));
    run.create();
    run.create();
    assertThat(owner(path)).isEqualTo(SOMEBODY);
    assertThat(owner(state)).isEqualTo(SOMEBODY);
    assertThat(owner(outside)).isEqualTo(0);
    assertThat(mode(path)).isEqualTo("rwx------");
    try (LockFile lock = run.tryStopLock().orElseThrow()) {
      assertThat(lock).isNotNull();
      assertThat(owner(path.resolve("stopping.lock"))).isEqualTo(SOMEBODY);
      assertThat(run.tryStopLock()).as("while it is held").isEmpty();
    }
    assertThat(run.tryStopLock()).as("after it was freed").isPresent();
  }

  @Test
  void whatBelongsToNoVolumeIsDeleted() throws IOException {
    RunDirectory run = new RunDirectory(directory.resolve("run")).create();
    assertThat(run.forgetAllBut(Set.of("one"))).isEmpty();
    for (String id : List.of("one", "two", "three")) {
      Files.createFile(Files.createDirectories(run.stateOf(id)).resolve("inodes"));
    }
    Path outside = Files.createFile(Files.createDirectory(directory.resolve("other")).resolve("a"));
    Files.createSymbolicLink(run.stateOf("two").resolve("link"), outside.getParent());
    Files.createSymbolicLink(run.stateOf("four"), outside.getParent());
    assertThat(run.forgetAllBut(Set.of("one"))).containsExactly("four", "three", "two");
    assertThat(outside).as("no link is followed").exists();
    assertThat(run.stateOf("four")).doesNotExist();
    assertThat(run.stateOf("one").resolve("inodes")).exists();
    assertThat(run.stateOf("one").getParent()).isDirectoryContaining("glob:**/one");
    assertThat(run.forgetAllBut(Set.of("one"))).isEmpty();
  }

  @Test
  void oneOfAThirdUserIsRefused() throws IOException {
    Path path = Files.createDirectory(directory.resolve("run"));
    give(path, SOMEBODY + 1);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new RunDirectory(path, Optional.of(SOMEBODY)).create())
        .withMessageContaining(path + " belongs to user 12346: nobody but user 12345");
  }

  @Test
  void aFileWithASecondNameIsNotGivenAway() throws IOException {
    Path path = Files.createDirectory(directory.resolve("run"));
    Path secret = Files.createFile(directory.resolve("secret"));
    give(secret, 0);
    Files.createLink(path.resolve("session"), secret);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new RunDirectory(path, Optional.of(SOMEBODY)).create())
        .withMessageContaining("has a second name");
    assertThat(owner(secret)).isEqualTo(0);
  }

  private static int owner(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
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
