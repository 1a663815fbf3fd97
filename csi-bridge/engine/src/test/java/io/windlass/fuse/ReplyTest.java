package io.windlass.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fuse.message.AttributesReply;
import io.windlass.fuse.message.DirectoryEntry;
import io.windlass.fuse.message.DirectoryPacker;
import io.windlass.fuse.message.EntryReply;
import io.windlass.fuse.message.FuseAttributes;
import io.windlass.fuse.message.Hex;
import io.windlass.fuse.message.OpenFlag;
import io.windlass.fuse.message.OpenReply;
import io.windlass.fuse.message.StatfsReply;
import io.windlass.linux.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Answers as struct fuse_out_header and the structs fuse_*_out of linux/fuse.h lay them out. */
class ReplyTest {
  private static final String UNIQUE = "8877665544332211";

  private static final FuseAttributes ATTRIBUTES =
      new FuseAttributes(
          0x21,
          0x1234567890L,
          0x91a2b3d,
          Instant.ofEpochSecond(1, 2),
          Instant.ofEpochSecond(-3, 4),
          Instant.ofEpochSecond(5, 6),
          0100644,
          7,
          1000,
          1001,
          0x801,
          4096);

  /** Struct fuse_attr. */
  private static final String ATTR =
      """
      2100000000000000 9078563412000000 3d2b1a0900000000
      0100000000000000 fdffffffffffffff 0500000000000000
      02000000 04000000 06000000 a4810000 07000000 e8030000 e9030000 01080000 00100000 00000000
      """;

  /** Struct fuse_entry_out. */
  private static final String ENTRY =
      """
      3100000000000000 0200000000000000 0100000000000000 0000000000000000 00e1f505 80969800
      """
          + ATTR;

  private static final EntryReply ENTRY_REPLY =
      new EntryReply(0x31, 2, Duration.ofMillis(1100), Duration.ofMillis(10), ATTRIBUTES);

  private static String answer(byte[] request, Consumer<Exchange> how) throws Exception {
    try (FakeKernel kernel = FakeKernel.open((asked, exchange) -> how.accept(exchange))) {
      return kernel.ask(request);
    }
  }

  /** The same from another thread, after the handler has returned. */
  private static String answerLater(byte[] request, Consumer<Exchange> how) throws Exception {
    return answer(
        request,
        exchange -> {
          exchange.detach();
          Thread.ofVirtual().start(() -> how.accept(exchange));
        });
  }

  private static void check(byte[] request, Consumer<Exchange> how, String length, String body)
      throws Exception {
    String expected = Hex.of(Hex.bytes(length + "00000000" + UNIQUE + body));
    assertThat(answer(request, how)).isEqualTo(expected);
    assertThat(answerLater(request, how)).as("detached").isEqualTo(expected);
  }

  @Test
  void ok() throws Exception {
    check(Hex.request(10, "'a' 00"), Exchange::ok, "10000000", "");
  }

  @Test
  void error() throws Exception {
    assertThat(answer(Hex.request(10, "'a' 00"), exchange -> exchange.error(Errno.ENOTEMPTY)))
        .isEqualTo("10000000" + "d9ffffff" + UNIQUE);
  }

  @Test
  void entry() throws Exception {
    check(Hex.request(1, "'a' 00"), exchange -> exchange.entry(ENTRY_REPLY), "90000000", ENTRY);
  }

  @Test
  void absent() throws Exception {
    check(
        Hex.request(1, "'a' 00"),
        exchange -> exchange.entry(EntryReply.absent(Duration.ofSeconds(2))),
        "90000000",
        "00".repeat(16) + "0200000000000000" + "00".repeat(104));
  }

  @Test
  void attributes() throws Exception {
    check(
        Hex.request(3, "00".repeat(16)),
        exchange -> exchange.attributes(new AttributesReply(ATTRIBUTES, Duration.ofSeconds(3, 1))),
        "78000000",
        "0300000000000000 01000000 00000000" + ATTR);
  }

  @Test
  void opened() throws Exception {
    check(
        Hex.request(14, "00".repeat(8)),
        exchange -> exchange.opened(OpenReply.of(5, OpenFlag.KEEP_CACHE, OpenFlag.NOFLUSH)),
        "20000000",
        "0500000000000000 22000000 00000000");
  }

  @Test
  void created() throws Exception {
    check(
        Hex.request(35, "00".repeat(16) + "'a' 00"),
        exchange -> exchange.created(ENTRY_REPLY, OpenReply.of(5, OpenFlag.DIRECT_IO)),
        "a0000000",
        ENTRY + "0500000000000000 01000000 00000000");
  }

  @Test
  void statfs() throws Exception {
    check(
        Hex.request(17, ""),
        exchange -> exchange.statfs(new StatfsReply(1, 2, 3, 4, 5, 4096, 255)),
        "60000000",
        """
        0100000000000000 0200000000000000 0300000000000000 0400000000000000 0500000000000000
        00100000 ff000000 00100000 00000000
        """
            + "00".repeat(24));
  }

  @Test
  void written() throws Exception {
    byte[] write = Hex.request(16, "00".repeat(16) + "04000000" + "00".repeat(20) + "'four'");
    check(write, exchange -> exchange.written(4), "18000000", "04000000 00000000");
  }

  @Test
  void copied() throws Exception {
    byte[] copy = Hex.request(53, "00".repeat(56));
    check(copy, exchange -> exchange.written(0x123456789aL), "18000000", "9a78563412000000");
  }

  @Test
  void position() throws Exception {
    byte[] seek = Hex.request(46, "00".repeat(16) + "03000000 00000000");
    check(seek, exchange -> exchange.position(0x123456789aL), "18000000", "9a78563412000000");
  }

  @Test
  void link() throws Exception {
    check(Hex.request(5, ""), exchange -> exchange.link("../ü"), "15000000", "'../ü'");
  }

  @Test
  void xattr() throws Exception {
    byte[] value = Hex.bytes("'value'");
    byte[] length = Hex.request(22, "00000000 00000000 'user.a' 00");
    byte[] enough = Hex.request(22, "05000000 00000000 'user.a' 00");
    byte[] less = Hex.request(22, "04000000 00000000 'user.a' 00");
    check(length, exchange -> exchange.xattr(value), "18000000", "05000000 00000000");
    check(enough, exchange -> exchange.xattr(value), "15000000", "'value'");
    assertThat(answer(less, exchange -> exchange.xattr(value)))
        .isEqualTo("10000000" + "deffffff" + UNIQUE);
  }

  @Test
  void xattrNames() throws Exception {
    byte[] list = Hex.request(23, "00100000 00000000");
    check(
        list,
        exchange -> exchange.xattrNames(List.of("user.a", "user.b")),
        "1e000000",
        "'user.a' 00 'user.b' 00");
  }

  private static final byte[] READ =
      Hex.request(15, "00".repeat(16) + "00000100" + "00".repeat(20));

  @Test
  void data() throws Exception {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment native1 = arena.allocateFrom(ValueLayout.JAVA_BYTE, Hex.bytes("'one'"));
      MemorySegment native2 = arena.allocateFrom(ValueLayout.JAVA_BYTE, Hex.bytes("'two'"));
      MemorySegment heap = MemorySegment.ofArray(Hex.bytes("'heap'"));
      check(READ, exchange -> exchange.data(List.of()), "10000000", "");
      check(READ, exchange -> exchange.data(native1), "13000000", "'one'");
      check(READ, exchange -> exchange.data(List.of(native1, native2)), "16000000", "'onetwo'");
      check(
          READ,
          exchange -> exchange.data(List.of(native1, heap, native2)),
          "1a000000",
          "'oneheaptwo'");
      check(
          READ,
          exchange -> {
            MemorySegment scratch = exchange.scratch();
            assertThat(scratch.byteSize()).isEqualTo(0x10000);
            assertThat(scratch.address() % 4096).isZero();
            scratch.set(ValueLayout.JAVA_INT, 0, 0x01020304);
            exchange.data(scratch.asSlice(0, 4));
          },
          "14000000",
          "04030201");
    }
  }

  /** More pieces than there is room for beside a request. */
  @Test
  void dataInManyParts() throws Exception {
    try (Arena arena = Arena.ofShared()) {
      List<MemorySegment> parts = new ArrayList<>();
      StringBuilder expected = new StringBuilder();
      IntStream.range(0, 1000)
          .forEach(i -> {
            parts.add(arena.allocateFrom(ValueLayout.JAVA_BYTE, (byte) i));
            expected.append("%02x".formatted(i & 0xff));
          });
      check(READ, exchange -> exchange.data(parts), "f8030000", expected.toString());
    }
  }

  @Test
  void tooMuchDataIsRefused() throws Exception {
    assertThat(answer(READ, exchange -> exchange.data(MemorySegment.ofArray(new byte[0x10001]))))
        .isEqualTo("10000000" + "fbffffff" + UNIQUE);
  }

  private static final DirectoryEntry DIR =
      new DirectoryEntry(".", 1, 0x11, 040755, Optional.empty());
  private static final DirectoryEntry FILE =
      new DirectoryEntry("file-name", 0x7000000000000002L, 0x12, 0100644, Optional.of(ENTRY_REPLY));

  private static void list(Exchange exchange) {
    DirectoryPacker packer = exchange.packer();
    assertThat(packer.add(DIR)).isTrue();
    assertThat(packer.add(FILE)).isTrue();
    exchange.packed(packer);
  }

  private static final String DIRENT_DIR =
      "1100000000000000 0100000000000000 01000000 04000000 '.' 00000000000000";
  private static final String DIRENT_FILE =
      """
      1200000000000000 0200000000000070 09000000 08000000 'file-name' 00000000000000
      """;

  @Test
  void directory() throws Exception {
    byte[] readdir = Hex.request(28, "00".repeat(16) + "00100000" + "00".repeat(20));
    check(readdir, ReplyTest::list, "58000000", DIRENT_DIR + DIRENT_FILE);
    check(readdir, exchange -> exchange.packed(exchange.packer()), "10000000", "");
  }

  @Test
  void directoryPlus() throws Exception {
    byte[] readdir = Hex.request(44, "00".repeat(16) + "00100000" + "00".repeat(20));
    check(
        readdir, ReplyTest::list, "58010000", "00".repeat(128) + DIRENT_DIR + ENTRY + DIRENT_FILE);
  }
}
