package io.windlass.csi.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which paths a volume may be mounted at. */
class TargetsTest {
  @TempDir private Path temporary;
  private Path directory;

  @BeforeEach
  void withoutLinks() throws IOException {
    directory = temporary.toRealPath();
  }

  @Test
  void aMissingOrEmptyDirectoryIsMade() throws IOException {
    Path target = directory.resolve("pod/mount");
    Targets.make(target);
    Targets.make(target);
    Targets.requireUsable(target);
    assertThat(target).isEmptyDirectory();
    assertThat((int) Files.getAttribute(target, "unix:mode") & 07777)
        .as("nobody writes into it by mistake")
        .isZero();
    assertThat(Files.isExecutable(target.getParent())).isTrue();
  }

  /** A mount would lie over what the link leads to. */
  @Test
  void aSymbolicLinkIsRefused() throws IOException {
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    for (Path destination : new Path[] {elsewhere, directory.resolve("missing")}) {
      Path link = Files.createSymbolicLink(directory.resolve("link"), destination);
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(() -> Targets.make(link))
          .withMessageContaining("is a symbolic link");
      Files.delete(link);
    }
    assertThat(directory.resolve("missing")).doesNotExist();
  }

  @Test
  void aFileIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "content");
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> Targets.make(file))
        .withMessageContaining("is no directory");
    assertThat(file).hasContent("content");
  }

  /** Once it is unmounted again, nobody could remove it. */
  @Test
  void aDirectoryThatHoldsSomethingIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "content");
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> Targets.make(directory))
        .withMessageContaining("is not empty");
    assertThat(file).hasContent("content");
  }
}
