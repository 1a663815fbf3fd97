package io.windlass.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Directory that a program uses. Every operation has a time limit, because access to a mount that
 * no process serves waits forever.
 *
 * @param path of the directory
 */
record Folder(Path path) {
  private static final long SECONDS = 60;

  /** Operation on files. */
  private interface Deed {
    String run() throws IOException;
  }

  Supplier<String> write(String file, String text) {
    return within(() -> {
      Files.writeString(path.resolve(file), text);
      return "done";
    });
  }

  Supplier<String> read(String file) {
    return within(() -> "\"%s\"".formatted(Files.readString(path.resolve(file))));
  }

  Supplier<String> list() {
    return within(() -> {
      try (Stream<Path> files = Files.list(path)) {
        return files
            .map(file -> file.getFileName().toString())
            .sorted()
            .collect(Collectors.joining(", ", "[", "]"));
      }
    });
  }

  Supplier<String> delete(String... files) {
    return within(() -> {
      for (String file : files) {
        Files.delete(path.resolve(file));
      }
      return "done";
    });
  }

  /**
   * Overwrites an existing file part by part, each in a write of its own.
   *
   * @param before is called with the number of each part before it is written
   * @param after is called with the time that the write took
   */
  Supplier<String> write(
      String file, List<String> parts, IntConsumer before, Consumer<Duration> after) {
    return within(() -> {
      try (FileChannel open =
          FileChannel.open(
              path.resolve(file), StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
        for (int number = 0; number < parts.size(); number++) {
          before.accept(number);
          long began = System.nanoTime();
          put(open, parts.get(number));
          after.accept(Duration.ofNanos(System.nanoTime() - began));
        }
      }
      return "done";
    });
  }

  private static void put(FileChannel file, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }

  private static Supplier<String> within(Deed deed) {
    return () -> {
      CompletableFuture<String> done = new CompletableFuture<>();
      Thread.ofPlatform()
          .daemon()
          .start(() -> {
            try {
              done.complete(deed.run());
            } catch (IOException | RuntimeException e) {
              done.completeExceptionally(e);
            }
          });
      try {
        return done.orTimeout(SECONDS, TimeUnit.SECONDS).join();
      } catch (CompletionException e) {
        throw new NotAsExpected("an answer of the file system", String.valueOf(e.getCause()));
      }
    };
  }
}
