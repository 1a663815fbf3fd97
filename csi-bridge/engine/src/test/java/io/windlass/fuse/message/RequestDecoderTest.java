package io.windlass.fuse.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fuse.message.Request.BatchForget.Forgotten;
import io.windlass.linux.Errno;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages as struct fuse_in_header and the structs fuse_*_in of linux/fuse.h lay them out. */
class RequestDecoderTest {
  private static final RequestHeader HEADER =
      new RequestHeader(0x1122334455667788L, false, 0x99, 1000, 1001, 4242);

  static Incoming decode(byte[] message) {
    return RequestDecoder.decode(Hex.memory(message), 0, message.length, false);
  }

  private static Request request(byte[] message) {
    assertThat(decode(message)).isInstanceOf(Incoming.Call.class);
    return ((Incoming.Call) decode(message)).request();
  }

  static Stream<Arguments> messages() {
    return Stream.of(
        message(1, "'file' 00", new Request.Lookup(HEADER, "file")),
        message(1, "'ü€😀' 00", new Request.Lookup(HEADER, "ü€😀")),
        message(2, "0300000000000000", new Request.Forget(HEADER, 3)),
        message(
            42,
            "02000000 00000000 0500000000000000 0100000000000000 0600000000000000 0200000000000000",
            new Request.BatchForget(HEADER, List.of(new Forgotten(5, 1), new Forgotten(6, 2)))),
        message(
            3,
            "00000000 00000000 0000000000000000",
            new Request.Getattr(HEADER, OptionalLong.empty())),
        message(
            3,
            "01000000 00000000 0700000000000000",
            new Request.Getattr(HEADER, OptionalLong.of(7))),
        message(
            52,
            "01000000 00000000 0700000000000000 00200000 ff0f0000",
            new Request.Statx(HEADER, OptionalLong.of(7), 0x2000, 0xfff)),
        message(5, "", new Request.Readlink(HEADER)),
        message(6, "'link' 00 '../target' 00", new Request.Symlink(HEADER, "link", "../target")),
        message(
            8,
            "a4810000 01020000 12000000 00000000 'node' 00",
            new Request.Mknod(HEADER, "node", 0100644, 0x201, 022)),
        message(9, "ed010000 12000000 'dir' 00", new Request.Mkdir(HEADER, "dir", 0755, 022)),
        message(10, "'gone' 00", new Request.Unlink(HEADER, "gone")),
        message(11, "'gone' 00", new Request.Rmdir(HEADER, "gone")),
        message(
            12,
            "0a00000000000000 'a' 00 'b' 00",
            new Request.Rename(HEADER, "a", 10, "b", Set.of())),
        message(
            45,
            "0a00000000000000 03000000 00000000 'a' 00 'b' 00",
            new Request.Rename(
                HEADER, "a", 10, "b", Set.of(RenameFlag.NOREPLACE, RenameFlag.EXCHANGE))),
        message(13, "0b00000000000000 'other' 00", new Request.Link(HEADER, 11, "other")),
        message(14, "02800000 01000000", new Request.Open(HEADER, 0x8002, true)),
        message(
            35,
            "c1800000 a4810000 12000000 00000000 'new' 00",
            new Request.Create(HEADER, "new", 0x80c1, 0100644, 022, false)),
        message(
            15,
            """
            0700000000000000 0010000000000000 00000200 02000000
            ab00000000000000 00800000 00000000
            """,
            new Request.Read(HEADER, 7, 4096, 0x20000, 0x8000, OptionalLong.of(0xab))),
        message(17, "", new Request.Statfs(HEADER)),
        message(
            18,
            "0700000000000000 00800000 03000000 ab00000000000000",
            new Request.Release(HEADER, 7, 0x8000, 0xab, true, true)),
        message(20, "0700000000000000 01000000 00000000", new Request.Fsync(HEADER, 7, true)),
        message(30, "0700000000000000 00000000 00000000", new Request.Fsyncdir(HEADER, 7, false)),
        message(
            25,
            "0700000000000000 00000000 00000000 ab00000000000000",
            new Request.Flush(HEADER, 7, 0xab)),
        message(22, "00010000 00000000 'user.a' 00", new Request.Getxattr(HEADER, "user.a", 256)),
        message(23, "00010000 00000000", new Request.Listxattr(HEADER, 256)),
        message(24, "'user.a' 00", new Request.Removexattr(HEADER, "user.a")),
        message(27, "00880100 00000000", new Request.Opendir(HEADER, 0x18800)),
        message(
            28,
            """
            0700000000000000 f0ffffffffffffff 00100000 00000000
            0000000000000000 00000000 00000000
            """,
            new Request.Readdir(HEADER, 7, -16, 4096)),
        message(
            44,
            """
            0700000000000000 0100000000000000 00100000 00000000
            0000000000000000 00000000 00000000
            """,
            new Request.Readdirplus(HEADER, 7, 1, 4096)),
        message(
            29,
            "0700000000000000 00880100 00000000 0000000000000000",
            new Request.Releasedir(HEADER, 7, 0x18800)),
        message(34, "06000000 00000000", new Request.Access(HEADER, 6)),
        message(
            43,
            "0700000000000000 0010000000000000 0020000000000000 03000000 00000000",
            new Request.Fallocate(HEADER, 7, 4096, 8192, 3)),
        message(
            46,
            "0700000000000000 0010000000000000 03000000 00000000",
            new Request.Lseek(HEADER, 7, 4096, SeekKind.DATA)),
        message(
            46,
            "0700000000000000 0010000000000000 04000000 00000000",
            new Request.Lseek(HEADER, 7, 4096, SeekKind.HOLE)),
        message(47, COPY, new Request.CopyFileRange(HEADER, 1, 2, 3, 4, 5, 6, 0)),
        message(53, COPY, new Request.CopyFileRange(HEADER, 1, 2, 3, 4, 5, 6, 0)),
        message(38, "", new Request.Destroy(HEADER)));
  }

  private static final String COPY =
      """
      0100000000000000 0200000000000000 0300000000000000 0400000000000000
      0500000000000000 0600000000000000 0000000000000000
      """;

  private static Arguments message(int opcode, String arguments, Request request) {
    return Arguments.of(Hex.request(opcode, arguments), request);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void readsEveryMessage(byte[] message, Request expected) {
    assertThat(request(message)).isEqualTo(expected);
  }

  /** Every byte of a whole message by hand, so that {@link Hex#request} is not believed blindly. */
  @Test
  void readsTheHeader() {
    byte[] message =
        Hex.bytes(
            """
            2d000000 01000000 0200000000000080 0100000000000000 00000000 00000000 01000000 0000 0000
            'name' 00
            """);
    Incoming.Call call = (Incoming.Call) decode(message);
    assertThat(call.unique()).isEqualTo(Incoming.RESENT | 2);
    assertThat(call.opcode()).isEqualTo(Opcode.LOOKUP);
    assertThat(call.request())
        .isEqualTo(new Request.Lookup(new RequestHeader(2, true, 1, 0, 0, 1), "name"));
  }

  /** The data lies in the buffer, where it was read to. */
  @Test
  void readsWrite() {
    byte[] message =
        Hex.request(
            16,
            """
            0700000000000000 0010000000000000 05000000 07000000
            ab00000000000000 01800000 00000000 'bytes'
            """);
    MemorySegment memory = Hex.memory(message);
    Incoming.Call call = (Incoming.Call) RequestDecoder.decode(memory, 0, message.length, false);
    Request.Write write = (Request.Write) call.request();
    assertThat(write.header()).isEqualTo(HEADER);
    assertThat(write.handle()).isEqualTo(7);
    assertThat(write.offset()).isEqualTo(4096);
    assertThat(write.flags()).isEqualTo(0x8001);
    assertThat(write.fromCache()).isTrue();
    assertThat(write.lockOwner()).hasValue(0xab);
    assertThat(write.dropSetId()).isTrue();
    assertThat(write.data().address()).isEqualTo(memory.address() + 80);
    assertThat(write.data().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(Hex.bytes("'bytes'"));
  }

  @Test
  void readsSetxattrInBothForms() {
    byte[] plain = Hex.request(21, "03000000 01000000 'user.a' 00 'abc'");
    byte[] extended = Hex.request(21, "03000000 01000000 01000000 00000000 'user.a' 00 'abc'");
    for (boolean longForm : List.of(false, true)) {
      byte[] message = longForm ? extended : plain;
      Incoming.Call call =
          (Incoming.Call) RequestDecoder.decode(Hex.memory(message), 0, message.length, longForm);
      Request.Setxattr setxattr = (Request.Setxattr) call.request();
      assertThat(setxattr.name()).isEqualTo("user.a");
      assertThat(setxattr.flags()).isEqualTo(1);
      assertThat(setxattr.value().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(Hex.bytes("'abc'"));
    }
  }

  private static byte[] setattr(String valid) {
    return Hex.request(
        4,
        valid
            + """
             00000000 0700000000000000 0050000000000000 ab00000000000000
            6400000000000000 feffffffffffffff 6600000000000000 01000000 02000000 03000000
            a4810000 00000000 e8030000 e9030000 00000000
            """);
  }

  @Test
  void readsAllOfSetattr() {
    assertThat(request(setattr("7f0c0000")))
        .isEqualTo(
            new Request.Setattr(
                HEADER,
                OptionalLong.of(7),
                new AttributeChanges(
                    OptionalInt.of(0100644),
                    OptionalInt.of(1000),
                    OptionalInt.of(1001),
                    OptionalLong.of(0x5000),
                    Optional.of(new SetTime.At(Instant.ofEpochSecond(100, 1))),
                    Optional.of(new SetTime.At(Instant.ofEpochSecond(-2, 2))),
                    Optional.of(Instant.ofEpochSecond(102, 3)),
                    true)));
  }

  @Test
  void readsNothingOfSetattrThatIsNotMarked() {
    AttributeChanges times =
        new AttributeChanges(
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            Optional.of(new SetTime.Now()),
            Optional.of(new SetTime.Now()),
            Optional.empty(),
            false);
    assertThat(request(setattr("b0010000")))
        .isEqualTo(new Request.Setattr(HEADER, OptionalLong.empty(), times));
  }

  @Test
  void readsInitOfOldAndNewKernels() {
    byte[] old = Hex.request(26, "07000000 1f000000 00000200 fbffff03");
    assertThat(decode(old))
        .isEqualTo(new Incoming.Init(0x1122334455667788L, 7, 31, 0x20000, 0x03fffffbL));
    byte[] current =
        Hex.request(26, "07000000 2d000000 00000200 fbffff73 b0000000" + "00".repeat(44));
    assertThat(decode(current))
        .isEqualTo(new Incoming.Init(0x1122334455667788L, 7, 45, 0x20000, 0xb073fffffbL));
  }

  @Test
  void readsInterrupt() {
    assertThat(decode(Hex.request(36, "0400000000000080")))
        .isEqualTo(new Incoming.Interrupt(0x1122334455667788L, 0x8000000000000004L));
  }

  /** From 7.38 the header says how much follows the arguments. */
  @Test
  void leavesOutExtensions() {
    byte[] message = Hex.request(9, "ed010000 12000000 'dir' 00 00000000 2000000001000000");
    message[36] = 1;
    assertThat(request(message)).isEqualTo(new Request.Mkdir(HEADER, "dir", 0755, 022));
    message[36] = (byte) 0xff;
    assertThat(decode(message)).isInstanceOf(Incoming.Refused.class);
  }

  @Test
  void doesNotKnowOtherOpcodes() {
    for (int opcode : new int[] {0, 7, 19, 31, 33, 37, 39, 40, 41, 48, 50, 51, 54, 4096, -1}) {
      assertThat(decode(Hex.request(opcode, "")))
          .isEqualTo(
              new Incoming.Refused(
                  0x1122334455667788L, opcode, Errno.ENOSYS, "opcode is not known"));
    }
  }

  static Stream<Arguments> wrong() {
    String zero = "0000000000000000";
    String negative = "ffffffffffffffff";
    return Stream.of(
        Arguments.of(Hex.request(1, "00"), Errno.EIO),
        Arguments.of(Hex.request(1, "'a/b' 00"), Errno.EIO),
        // What is not UTF-8 is not there, and cannot be made.
        Arguments.of(Hex.request(1, "ff 00"), Errno.ENOENT),
        Arguments.of(Hex.request(1, "eda080 00"), Errno.ENOENT),
        Arguments.of(Hex.request(10, "ff 00"), Errno.ENOENT),
        Arguments.of(Hex.request(11, "ff 00"), Errno.ENOENT),
        Arguments.of(Hex.request(12, zero + "ff 00 'b' 00"), Errno.ENOENT),
        Arguments.of(Hex.request(12, zero + "'a' 00 ff 00"), Errno.EILSEQ),
        Arguments.of(Hex.request(6, "ff 00 'b' 00"), Errno.EILSEQ),
        Arguments.of(Hex.request(6, "'a' 00 ff 00"), Errno.EILSEQ),
        Arguments.of(Hex.request(8, zero + zero + "ff 00"), Errno.EILSEQ),
        Arguments.of(Hex.request(9, zero + "ff 00"), Errno.EILSEQ),
        Arguments.of(Hex.request(13, zero + "ff 00"), Errno.EILSEQ),
        Arguments.of(Hex.request(35, zero + zero + "ff 00"), Errno.EILSEQ),
        Arguments.of(Hex.request(21, "01000000 00000000 ff 00 'v'"), Errno.EILSEQ),
        Arguments.of(Hex.request(22, zero + "ff 00"), Errno.ENODATA),
        Arguments.of(Hex.request(24, "ff 00"), Errno.ENODATA),
        Arguments.of(Hex.request(12, zero + "'a' 00 'b'"), Errno.EIO),
        Arguments.of(Hex.request(45, zero + "08000000 00000000 'a' 00 'b' 00"), Errno.EINVAL),
        Arguments.of(Hex.request(42, "ffffffff 00000000"), Errno.EIO),
        Arguments.of(Hex.request(42, "02000000 00000000" + zero + zero), Errno.EIO),
        Arguments.of(
            Hex.request(15, zero + negative + "00100000 00000000" + zero + zero), Errno.EINVAL),
        Arguments.of(
            Hex.request(15, zero + zero + "00000080 00000000" + zero + zero), Errno.EINVAL),
        Arguments.of(
            Hex.request(16, zero + zero + "05000000 00000000" + zero + zero + "'four'"), Errno.EIO),
        Arguments.of(
            Hex.request(16, zero + zero + "03000000 00000000" + zero + zero + "'four'"), Errno.EIO),
        Arguments.of(Hex.request(21, "05000000 00000000 'user.a' 00 'four'"), Errno.EIO),
        Arguments.of(Hex.request(46, zero + zero + "00000000 00000000"), Errno.EINVAL),
        Arguments.of(Hex.request(43, zero + zero + negative + zero), Errno.EINVAL));
  }

  @ParameterizedTest
  @MethodSource
  void wrong(byte[] message, Errno errno) {
    assertThat(decode(message))
        .isInstanceOfSatisfying(
            Incoming.Refused.class,
            refused -> {
              assertThat(refused.unique()).isEqualTo(0x1122334455667788L);
              assertThat(refused.errno()).as(refused.reason()).isEqualTo(errno);
            });
  }

  /**
   * Every message cut at every byte: with a header that tells the truth, and with one that lies.
   */
  @ParameterizedTest
  @MethodSource("messages")
  void refusesWhatIsCut(byte[] message, Request whole) {
    for (int length = 0; length < message.length; length++) {
      MemorySegment memory = Hex.memory(message);
      Incoming lying = RequestDecoder.decode(memory, 0, length, false);
      assertThat(lying)
          .as("%d of %s", length, HexFormat.of().formatHex(message))
          .isInstanceOfAny(Incoming.Garbage.class, Incoming.Refused.class);
      memory.set(ValueLayout.JAVA_INT_UNALIGNED, 0, length);
      Incoming honest = RequestDecoder.decode(memory, 0, length, false);
      if (honest instanceof Incoming.Call(_, _, _, Request cut)) {
        // What may be missing is padding alone.
        assertThat(cut).isEqualTo(whole);
      }
    }
  }
}
