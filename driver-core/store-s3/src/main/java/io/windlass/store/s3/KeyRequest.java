package io.windlass.store.s3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;

/**
 * One request for a key, on a thread of its own. It fails when it takes too long: its thread is
 * interrupted then, and the programs that this started are ended.
 */
final class KeyRequest {
  private static final Path PROC = Path.of("/proc");

  /** The answer; a failure with a TimeoutException if there was none in time. */
  final CompletableFuture<AwsCredentials> answer = new CompletableFuture<>();

  private final Thread thread;
  private final CompletableFuture<Optional<Path>> started = new CompletableFuture<>();

  private KeyRequest(AwsCredentialsProvider source) {
    this.thread =
        Thread.ofPlatform()
            .daemon()
            .name("credentials")
            .unstarted(() -> {
              started.complete(children());
              try {
                answer.complete(source.resolveCredentials());
              } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
              }
            });
  }

  static KeyRequest start(AwsCredentialsProvider source, Duration longest) {
    KeyRequest request = new KeyRequest(source);
    request.thread.start();
    var _ =
        request
            .answer
            .orTimeout(longest.toNanos(), TimeUnit.NANOSECONDS)
            .whenComplete((_, failure) -> {
              if (failure instanceof TimeoutException) {
                request.end();
              }
            });
    return request;
  }

  /** Returns whether it has failed, and its thread hangs nevertheless. */
  boolean isStuck() {
    return answer.isCompletedExceptionally() && thread.isAlive();
  }

  /** Ends it: nobody waits for the answer. */
  void end() {
    thread.interrupt();
    // The SDK reads what a program says, and is not interrupted in that.
    started.getNow(Optional.empty()).stream()
        .flatMap(KeyRequest::processes)
        .forEach(child -> {
          List<ProcessHandle> below = child.descendants().toList();
          child.destroyForcibly();
          below.forEach(ProcessHandle::destroyForcibly);
        });
  }

  /** Returns where Linux names the processes that this thread has started, and no other thread. */
  private static Optional<Path> children() {
    try {
      return Optional.of(
          PROC.resolve(Files.readSymbolicLink(PROC.resolve("thread-self"))).resolve("children"));
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }

  private static Stream<ProcessHandle> processes(Path children) {
    Function<String, Optional<ProcessHandle>> own =
        id ->
            ProcessHandle.of(Long.parseLong(id))
                .filter(child -> child.parent().equals(Optional.of(ProcessHandle.current())));
    try {
      return Files.readString(children)
          .lines()
          .flatMap(line -> Stream.of(line.strip().split(" +")))
          .filter(id -> !id.isEmpty())
          .map(own)
          .flatMap(Optional::stream);
    } catch (IOException e) {
      return Stream.empty(); // the thread has ended
    }
  }
}
