package io.windlass.fs.testing;

import io.windlass.linux.LinuxException;
import io.windlass.linux.Mounting;
import io.windlass.testing.Missing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file system of its own that can be filled. Where the machine does not let us mount one, the
 * test is skipped and says so; with {@code CI=true} it fails.
 *
 * @param path of its root
 */
public record SmallDisk(Path path) implements AutoCloseable {
  private static final int PIECE = 4096;

  /** Makes one of so many bytes at a directory that does not exist yet. */
  public static SmallDisk at(Path directory, long bytes) throws IOException {
    Files.createDirectories(directory);
    try {
      Mounting.mount("small", directory, "tmpfs", List.of(), "size=" + bytes);
    } catch (LinuxException e) {
      throw Missing.of("the rights of root", String.valueOf(e.getMessage()));
    }
    return new SmallDisk(directory);
  }

  private Path filling() {
    return path.resolve("filling");
  }

  /** Fills it to the last block. */
  public void fill() {
    try (var out = Files.newOutputStream(filling())) {
      while (true) {
        out.write(new byte[PIECE]);
      }
    } catch (IOException full) {
      // This is how it tells.
    }
  }

  /** Gives back what {@link #fill} took. */
  public void drain() throws IOException {
    Files.delete(filling());
  }

  /** Lets nobody change anything on it, or lets them again. */
  public void lock(boolean locked) throws IOException {
    Mounting.mount(
        "small",
        path,
        "tmpfs",
        locked
            ? List.of(Mounting.Flag.REMOUNT, Mounting.Flag.READ_ONLY)
            : List.of(Mounting.Flag.REMOUNT),
        "");
  }

  @Override
  public void close() throws IOException {
    Mounting.detach(path);
  }
}
