package io.windlass.test.mount.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.test.mount.Bytes;
import io.windlass.test.mount.DirectIo;
import io.windlass.test.mount.MountedBucket;
import io.windlass.test.mount.TestBucket;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The server answers what it should not while its bucket is mounted: programs see an error that
 * says so and never a wrong byte, nobody waits for ever, and it goes on without a new mount.
 */
@RealServer(MinioServer.class)
@Execution(ExecutionMode.CONCURRENT) // each waits for a server that does not answer
class MountServerFaultTest {
  /** Longer than any wait that the mount engine has. */
  private static final Duration BOUND = Duration.ofMinutes(2);

  /** More than is fetched at once of a file that is begun. */
  private static final int LARGE = 12 << 20;

  private static final int SMALL = 100_000;
  private static final int PIECE = 128 << 10;

  @TempDir Path scratch;

  /** Operation of a program on the mount. */
  private interface Deed {
    void run() throws IOException;
  }

  /** Those that are told at once; all on one mount. */
  @Test
  void programsAreTold(MinioServer server) throws Exception {
    Fault[] faults = {Fault.WEB_PAGE, Fault.KEY_REVOKED, Fault.BUCKET_GONE};
    try (FaultProxy proxy = new FaultProxy(server);
        TestBucket bucket = filled(server, faults);
        MountedBucket mounted = mount(proxy, bucket)) {
      for (Fault fault : faults) {
        itIsSaidAndItPasses(fault, proxy, mounted);
      }
    }
  }

  @ParameterizedTest
  @LongForm(
      gate = {"MountServerFaultTest.programsAreTold", "BrokenServerTest", "OperationTimeTest"},
      reason =
          "many faults, with a mount for each, and some wait for a server that does not answer")
  @EnumSource
  void itIsSaidAndItPasses(Fault fault, MinioServer server) throws Exception {
    try (FaultProxy proxy = new FaultProxy(server);
        TestBucket bucket = filled(server, fault);
        MountedBucket mounted = mount(proxy, bucket)) {
      itIsSaidAndItPasses(fault, proxy, mounted);
      proxy.start(fault);
      assertThat(mounted.unmount().status()).as(mounted.log()).isZero();
      await().until(mounted::isGone);
    }
  }

  private static void itIsSaidAndItPasses(Fault fault, FaultProxy proxy, MountedBucket mounted)
      throws IOException {
    Path top = mounted.directory().resolve(fault.name());
    try (FileChannel file =
        FileChannel.open(top.resolve("large"), StandardOpenOption.READ, DirectIo.option())) {
      piece(file, 0);
      long before = proxy.spoiled();
      proxy.start(fault);
      assertThat(
              errors(
                  () -> piece(file, LARGE / 2),
                  () -> small(top, "small/seen"),
                  () -> list(top.resolve("directory"))))
          .as(fault.name())
          .containsExactly(fault.ofOpenFile(), fault.ofNewFile(), fault.ofDirectory());
      assertThat(proxy.spoiled()).isGreaterThan(before);
      proxy.stop();

      eventually(() -> piece(file, LARGE / 2));
      eventually(() -> small(top, "small/seen"));
      eventually(() -> list(top.resolve("directory")));
    }
  }

  @Test
  @LongForm(
      gate = "BrokenServerTest.whatMayPassIsTriedAgainAFewTimes",
      reason = "a mount for each of four faults")
  void whatPassesSoonIsNotNoticed(MinioServer server) throws Exception {
    for (Fault fault :
        List.of(Fault.THROTTLED, Fault.HALF_A_HEADER, Fault.HALF_A_BODY, Fault.DAMAGED)) {
      try (FaultProxy proxy = new FaultProxy(server);
          TestBucket bucket = filled(server, fault);
          MountedBucket mounted = mount(proxy, bucket);
          FileChannel large =
              FileChannel.open(
                  mounted.directory().resolve(fault.name()).resolve("large"),
                  StandardOpenOption.READ,
                  DirectIo.option())) {
        proxy.start(fault, 2);
        assertThat(error(() -> piece(large, LARGE / 2))).as(fault + "").isEmpty();
        assertThat(error(() -> small(mounted.directory(), fault + "/small/unseen"))).isEmpty();
        assertThat(proxy.spoiled()).isEqualTo(2);
      }
    }
  }

  private MountedBucket mount(FaultProxy proxy, TestBucket bucket) throws IOException {
    return MountedBucket.mount(
        proxy.server(), bucket.uri(), scratch, "--metadata-ttl", "0", "--read-only");
  }

  /** With a directory for each fault, of which nothing is known yet when that begins. */
  private TestBucket filled(MinioServer server, Fault... faults) {
    TestBucket bucket = new TestBucket(server, scratch);
    for (Fault fault : faults) {
      bucket.put(fault + "/large", Bytes.of(1, LARGE));
      bucket.put(fault + "/small/seen", Bytes.of(2, SMALL));
      bucket.put(fault + "/small/unseen", Bytes.of(2, SMALL));
      for (String name : List.of("a", "b", "c")) {
        bucket.put(fault + "/directory/" + name, name);
      }
    }
    return bucket;
  }

  /** Past the kernel's page cache. */
  private static void piece(FileChannel file, int at) throws IOException {
    ByteBuffer buffer = DirectIo.buffer(PIECE);
    byte[] read = new byte[file.read(buffer, at)];
    buffer.flip().get(read);
    byte[] right = Arrays.copyOfRange(Bytes.of(1, LARGE), at, at + PIECE);
    assertThat(Arrays.equals(read, right)).as("the right bytes").isTrue();
  }

  private static void small(Path top, String name) throws IOException {
    try (FileChannel file =
        FileChannel.open(top.resolve(name), StandardOpenOption.READ, DirectIo.option())) {
      ByteBuffer buffer = DirectIo.buffer(PIECE);
      byte[] read = new byte[file.read(buffer, 0)];
      buffer.flip().get(read);
      assertThat(Arrays.equals(read, Bytes.of(2, SMALL))).as("the right bytes").isTrue();
    }
  }

  private static void list(Path directory) throws IOException {
    try (var all = Files.newDirectoryStream(directory)) {
      assertThat(all)
          .extracting(path -> path.getFileName().toString())
          .containsExactlyInAnyOrder("a", "b", "c");
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  private static void eventually(Deed deed) {
    await().untilAsserted(() -> assertThat(error(deed)).isEmpty());
  }

  private static String error(Deed deed) {
    return errors(deed).getFirst();
  }

  /** The errors that programs see which do this at once, empty where they see none. */
  private static List<String> errors(Deed... deeds) {
    // On threads that can be lost.
    List<CompletableFuture<String>> running =
        Stream.of(deeds)
            .map(deed ->
                CompletableFuture.supplyAsync(
                    () -> tried(deed), task -> Thread.ofPlatform().daemon().start(task)))
            .toList();
    return running.stream().map(MountServerFaultTest::awaited).toList();
  }

  private static String tried(Deed deed) {
    try {
      deed.run();
      return Fault.NONE;
    } catch (IOException e) {
      return error(e);
    }
  }

  private static String awaited(CompletableFuture<String> error) {
    try {
      return error.get(BOUND.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return "it hangs";
    } catch (ExecutionException e) {
      throw new AssertionError("not as it should be", e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String error(IOException thrown) {
    return switch (thrown) {
      case AccessDeniedException _ -> Fault.EACCES;
      case NoSuchFileException _ -> Fault.ENOENT;
      case FileSystemException said -> String.valueOf(said.getReason());
      default -> String.valueOf(thrown.getMessage());
    };
  }
}
