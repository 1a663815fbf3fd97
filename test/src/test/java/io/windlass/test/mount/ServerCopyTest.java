package io.windlass.test.mount;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.windlass.object.ObjectInfo;
import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.test.mount.fault.TcpProxy;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that are copied within a mount are copied by the server: none of their bytes comes here.
 */
@RealServer(MinioServer.class)
class ServerCopyTest {
  private static final int LARGE = 24 << 20;

  /** More than the requests take that copying a file and looking at it needs. */
  private static final int FEW = 256 << 10;

  private static final int PAGE = 4096;

  private static final List<AutoCloseable> opened = new ArrayList<>();
  private static TcpProxy proxy;
  private static TestBucket bucket;
  private static MountedBucket mounted;

  /** One mount for all; each test has a directory of it. */
  @BeforeAll
  static void mount(MinioServer server, @TempDir Path scratch) throws IOException {
    proxy = new TcpProxy(server);
    opened.add(proxy);
    bucket = new TestBucket(server, scratch);
    opened.add(bucket);
    mounted = MountedBucket.mount(proxy.server(), bucket.uri(), scratch);
    opened.add(mounted);
  }

  @AfterAll
  static void unmount() throws Exception {
    for (AutoCloseable each : opened.reversed()) {
      each.close();
    }
    opened.clear();
  }

  @Test
  void cpSendsNoBytes() throws IOException {
    byte[] large = Bytes.of(1, LARGE);
    bucket.put("cp/large", large);
    bucket.put("cp/other", "what is copied over");
    Path top = mounted.directory().resolve("cp");
    long before = proxy.bytes();
    run("cp", "--reflink=auto", top.resolve("large"), top.resolve("copy"));
    run("cp", "--reflink=auto", "-p", top.resolve("copy"), top.resolve("second"));
    run("cp", "--reflink=auto", top.resolve("large"), top.resolve("other"));
    assertThat(proxy.bytes() - before).as(mounted.log()).isLessThan(FEW);
    for (String key : List.of("cp/copy", "cp/second", "cp/other")) {
      assertThat(bucket.bytes(key)).as(key).isEqualTo(large);
    }
    ObjectInfo copied = bucket.objects().head("cp/copy");
    assertThat(copied.metadata()).containsEntry("mode", "33188");
    assertThat(bucket.objects().head("cp/second").metadata())
        .containsEntry("mtime", copied.metadata().get("mtime"));

    run("cmp", top.resolve("large"), top.resolve("copy"));
    assertThat(proxy.bytes() - before).as("what is counted at all").isGreaterThan(LARGE);
  }

  @Test
  void whatTheServerCannotCopyIsCopiedByItsBytes() throws IOException {
    byte[] large = Bytes.of(1, 3 << 20);
    bucket.put("unable/large", large);
    Path top = mounted.directory().resolve("unable");
    run("sh", "-ec", "exec 3>>%s/open; echo begun >&3; cp %<s/open %<s/copy".formatted(top));
    assertThat(bucket.text("unable/copy")).isEqualTo("begun\n");
    run("sh", "-ec", "cd %s; cat large >open; cp large open; cp open end".formatted(top));
    assertThat(bucket.bytes("unable/end")).isEqualTo(large);
  }

  @Test
  void rangesSendNoBytes() throws IOException {
    byte[] source = Bytes.of(1, LARGE);
    byte[] wanted = Bytes.of(2, 30 << 20);
    bucket.put("ranges/source", source);
    bucket.put("ranges/target", wanted);
    Path top = mounted.directory().resolve("ranges");
    Files.setPosixFilePermissions(
        top.resolve("target"), PosixFilePermissions.fromString("rw-r-----"));
    try (FileChannel from = FileChannel.open(top.resolve("source"), READ);
        FileChannel to = FileChannel.open(top.resolve("target"), READ, WRITE)) {
      assertThat(read(to, 12 << 20)).isEqualTo(part(wanted, 12 << 20));
      long before = proxy.bytes();
      copy(from, 6 << 20, to, 10 << 20, 8 << 20);
      copy(from, 1 << 20, to, 23 << 20, 9 << 20);
      copy(from, 0, to, 32 << 20, 8 << 20);
      assertThat(proxy.bytes() - before).as(mounted.log()).isLessThan(FEW);
      wanted = put(source, 6 << 20, wanted, 10 << 20, 8 << 20);
      wanted = put(source, 1 << 20, wanted, 23 << 20, 9 << 20);
      wanted = put(source, 0, wanted, 32 << 20, 8 << 20);
      assertThat(bucket.bytes("ranges/target")).as("before it is closed").isEqualTo(wanted);
      assertThat(to.size()).isEqualTo(wanted.length);
      assertThat(read(to, 12 << 20)).isEqualTo(part(wanted, 12 << 20));
      assertThat(read(to, 39 << 20)).isEqualTo(part(wanted, 39 << 20));
    }
    assertThat(bucket.objects().head("ranges/target").metadata())
        .containsEntry("mode", Integer.toString(0100640));
    assertThat(Files.readAllBytes(top.resolve("target"))).isEqualTo(wanted);
    noUploadIsLeft();
  }

  /** Copies as cp does, with a file that is too large for one call. */
  @Test
  @LongForm(gate = "ServerCopyTest.rangesSendNoBytes", reason = "another order of the same calls")
  void callsOneAfterTheOtherSendNoBytes() throws IOException {
    byte[] large = Bytes.of(1, LARGE + 1000);
    bucket.put("calls/large", large);
    Path top = mounted.directory().resolve("calls");
    long before = proxy.bytes();
    try (FileChannel from = FileChannel.open(top.resolve("large"), READ);
        FileChannel to = FileChannel.open(top.resolve("copy"), CREATE_NEW, WRITE)) {
      for (int at = 0; at < LARGE; at += LARGE / 3) {
        copy(from, at, to, at, LARGE / 3);
      }
      assertThat(proxy.bytes() - before).as(mounted.log()).isLessThan(FEW);
      copy(from, LARGE, to, LARGE, 1000);
    }
    // The last is too little to have all copied again before close does.
    assertThat(proxy.bytes() - before).as(mounted.log()).isLessThan(LARGE / 2);
    assertThat(bucket.bytes("calls/copy")).isEqualTo(large);
    noUploadIsLeft();
  }

  @Test
  @LongForm(
      gate = {"ServerCopyTest.whatTheServerCannotCopyIsCopiedByItsBytes", "StagedCopyTest"},
      reason = "it sends some 200 MiB")
  void rangesThatTheServerDoesNotCopyAreCopiedByTheirBytes() throws IOException {
    byte[] source = Bytes.of(1, 6 << 20);
    byte[] wanted = Bytes.of(2, 49 << 20);
    bucket.put("bytes/source", source);
    bucket.put("bytes/target", wanted);
    Path top = mounted.directory().resolve("bytes");
    List<Range> ranges =
        List.of(
            new Range("much would be copied again", 0, 49 << 20, 6 << 20),
            new Range("too little before", 0, 1 << 20, 6 << 20),
            new Range("too little", 1 << 20, 20 << 20, 4 << 20),
            new Range("a gap", 0, 60 << 20, 6 << 20));
    for (Range range : ranges) {
      long before = proxy.bytes();
      try (FileChannel from = FileChannel.open(top.resolve("source"), READ);
          FileChannel to = FileChannel.open(top.resolve("target"), WRITE)) {
        byte[] old = bucket.bytes("bytes/target");
        copy(from, range.from, to, range.to, range.length);
        assertThat(bucket.bytes("bytes/target")).as(range.why).isEqualTo(old);
      }
      wanted = put(source, range.from, wanted, range.to, range.length);
      assertThat(bucket.bytes("bytes/target")).as(range.why).isEqualTo(wanted);
      assertThat(proxy.bytes() - before).as(range.why).isGreaterThan(range.length);
    }
    noUploadIsLeft();
  }

  private record Range(String why, int from, int to, int length) {}

  @Test
  void aSourceThatIsReplacedMeanwhileIsNotCopied() throws IOException {
    byte[] target = Bytes.of(2, 12 << 20);
    bucket.put("replaced/source", Bytes.of(1, 12 << 20));
    bucket.put("replaced/target", target);
    Path top = mounted.directory().resolve("replaced");
    try (FileChannel from = FileChannel.open(top.resolve("source"), READ);
        FileChannel to = FileChannel.open(top.resolve("target"), WRITE)) {
      bucket.put("replaced/source", Bytes.of(3, 12 << 20));
      assertThatIOException()
          .isThrownBy(() -> copy(from, 0, to, 6 << 20, 6 << 20))
          .withMessageContaining("Stale file handle");
    }
    assertThat(bucket.bytes("replaced/target")).isEqualTo(target);
    noUploadIsLeft();
  }

  @Test
  void aTargetThatIsReplacedMeanwhileStaysWhatItIs() throws IOException {
    byte[] theirs = Bytes.of(3, 12 << 20);
    bucket.put("theirs/source", Bytes.of(1, 12 << 20));
    bucket.put("theirs/target", Bytes.of(2, 12 << 20));
    Path top = mounted.directory().resolve("theirs");
    try (FileChannel from = FileChannel.open(top.resolve("source"), READ)) {
      FileChannel to = FileChannel.open(top.resolve("target"), WRITE);
      bucket.put("theirs/target", theirs);
      assertThatIOException()
          .isThrownBy(() -> copy(from, 0, to, 6 << 20, 6 << 20))
          .withMessageContaining("Stale file handle");
      assertThatIOException().isThrownBy(to::close);
    }
    assertThat(bucket.bytes("theirs/target")).isEqualTo(theirs);
    noUploadIsLeft();
  }

  @Test
  @LongForm(
      gate = {"ServerCopyTest.rangesSendNoBytes", "MountWriteKillTest.eitherIsKilled"},
      reason = "three mounters are started")
  void aCopyOutlivesTheMounter() throws IOException {
    byte[] source = Bytes.of(1, LARGE);
    byte[] wanted = Bytes.of(2, 30 << 20);
    bucket.put("killed/source", source);
    bucket.put("killed/target", wanted);
    Path top = mounted.directory().resolve("killed");
    try (FileChannel from = FileChannel.open(top.resolve("source"), READ);
        FileChannel to = FileChannel.open(top.resolve("target"), READ, WRITE)) {
      for (int at : List.of(10 << 20, 23 << 20, 31 << 20)) {
        CompletableFuture<Done> copied = copying(from, to, at);
        mounted.killMounter();
        assertThat(copied).succeedsWithin(Duration.ofMinutes(2));
        wanted = put(source, 6 << 20, wanted, at, 8 << 20);
        assertThat(read(to, at)).as(mounted.log()).isEqualTo(part(wanted, at));
        assertThat(read(to, PAGE)).isEqualTo(part(wanted, PAGE));
        to.force(true);
        assertThat(bucket.bytes("killed/target")).isEqualTo(wanted);
      }
    }
    noUploadIsLeft();
    await().untilAsserted(() -> assertThat(mounted.staged()).isEmpty());
  }

  private enum Done {
    DONE
  }

  private static CompletableFuture<Done> copying(FileChannel from, FileChannel to, int at) {
    CompletableFuture<Done> copied = new CompletableFuture<>();
    Thread.ofPlatform()
        .start(() -> {
          try {
            copy(from, 6 << 20, to, at, 8 << 20);
            copied.complete(Done.DONE);
          } catch (IOException e) {
            copied.completeExceptionally(e);
          }
        });
    return copied;
  }

  /** By copy_file_range(2), which the JDK calls. */
  private static void copy(FileChannel from, long offset, FileChannel to, long at, long length)
      throws IOException {
    for (long done = 0; done < length; ) {
      to.position(at + done);
      done += from.transferTo(offset + done, length - done, to);
    }
  }

  private static byte[] put(byte[] source, int from, byte[] into, int at, int length) {
    byte[] put = Arrays.copyOf(into, Math.max(into.length, at + length));
    System.arraycopy(source, from, put, at, length);
    return put;
  }

  private static byte[] part(byte[] content, int at) {
    return Arrays.copyOfRange(content, at, at + PAGE);
  }

  private static byte[] read(FileChannel file, int at) throws IOException {
    ByteBuffer page = ByteBuffer.allocate(PAGE);
    while (page.hasRemaining() && file.read(page, at + page.position()) > 0) {}
    return page.array();
  }

  private static void noUploadIsLeft() {
    await().untilAsserted(() -> assertThat(bucket.uploads(List.of())).isEmpty());
  }

  private static void run(Object... command) {
    Outcome outcome = Launch.of(List.of(command).stream().map(Object::toString).toList()).run();
    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
  }
}
