package io.windlass.faults.csi;

import io.windlass.faults.Progress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Files through a mount, as a workload uses them. A mount that hangs is a failure. */
public final class MountedFiles {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private MountedFiles() {}

  /** Writes a whole file, and has it on the server when this returns. */
  public static void write(Path file, byte[] bytes) {
    bounded(
        "write " + file,
        () -> {
          try (FileChannel channel =
              FileChannel.open(
                  file,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.TRUNCATE_EXISTING,
                  StandardOpenOption.WRITE)) {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
              channel.write(left);
            }
            channel.force(true);
          }
          return true;
        });
  }

  static void delete(Path file) {
    bounded(
        "delete " + file,
        () -> {
          Files.delete(file);
          return true;
        });
  }

  /** All files of a directory by their names. */
  static Map<String, byte[]> read(Path directory) {
    return bounded(
        "read " + directory,
        () -> {
          Map<String, byte[]> all = new TreeMap<>();
          try (Stream<Path> list = Files.list(directory)) {
            for (Path file : list.toList()) {
              all.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
          }
          return all;
        });
  }

  private static <T> T bounded(String what, Callable<T> deed) {
    FutureTask<T> task = new FutureTask<>(deed);
    Thread.ofPlatform().daemon().name(what).start(task);
    try {
      return task.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("%s hangs for %s".formatted(what, PATIENCE), e);
    } catch (ExecutionException e) {
      throw new AssertionError("%s fails: %s".formatted(what, e.getCause()), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Progress.Abandoned();
    }
  }
}
