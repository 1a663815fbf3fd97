package io.windlass.fuse;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.windlass.fuse.message.Hex;
import io.windlass.fuse.message.Incoming;
import io.windlass.fuse.message.InitFlag;
import io.windlass.fuse.message.Opcode;
import io.windlass.fuse.message.Request;
import io.windlass.fuse.message.RequestDecoder;
import io.windlass.fuse.message.RequestHeader;
import io.windlass.linux.DescriptorSocket;
import io.windlass.linux.Errno;
import io.windlass.testing.BothForms;
import io.windlass.testing.TestForm;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a session with a fake kernel and a handler. */
@Timeout(600)
class SessionTest {
  private static final Duration PATIENCE = Mounted.PATIENCE;
  private static final String UNIQUE = "8877665544332211";
  private static final String EIO = "10000000fbffffff" + UNIQUE;
  private static final String OK = "1000000000000000" + UNIQUE;
  private static final byte[] UNLINK = Hex.request(10, "'a' 00");
  private static final int LONG_WRITE = 128 << 10;
  private static final byte[] WRITE =
      Hex.request(16, "00".repeat(16) + "04000000" + "00".repeat(20) + "'four'");

  private static byte[] unlink(long unique) {
    byte[] request = UNLINK.clone();
    ByteBuffer.wrap(request).order(ByteOrder.LITTLE_ENDIAN).putLong(8, unique);
    return request;
  }

  private static String ok(long unique) {
    return "1000000000000000" + "%016x".formatted(Long.reverseBytes(unique));
  }

  private static Exchange hold(Queue<Exchange> held, Exchange exchange) {
    exchange.detach();
    held.add(exchange);
    return exchange;
  }

  @Test
  void opensWithTheNewestKernel() throws Exception {
    try (FakeKernel kernel =
        FakeKernel.silent(SessionOptions.DEFAULT, (request, exchange) -> exchange.ok())) {
      assertThat(kernel.session().state()).isEmpty();
      String answer =
          kernel.ask(
              Hex.request(26, "07000000 2d000000 00000200 fbfffff3 ffffffff" + "00".repeat(44)));
      assertThat(answer)
          .isEqualTo(
              Hex.of(
                  Hex.bytes(
                      """
                      50000000 00000000 8877665544332211
                      07000000 2d000000 00000200 29e0c452 4000 3000 00000200 01000000 2000 0000
                      98010000 00000000
                      """
                          + "00".repeat(24))));
      SessionState state = kernel.kept().orElseThrow();
      assertThat(state.minor()).isEqualTo(45);
      assertThat(state.maxWrite()).isEqualTo(128 << 10);
      assertThat(state.features()).isEqualTo(SessionOptions.DEFAULT.features());
    }
  }

  /** The header of Linux 6.18: bit 42 of the flags, and 16 bits behind max_stack_depth. */
  @Test
  void asksForTheLongestTimeWhereTheMachineHasOne(@TempDir Path settings) throws Exception {
    Files.writeString(settings.resolve("default_request_timeout"), "15\n");
    SessionOptions hardened = RequestTimeouts.read(settings).outlast(SessionOptions.DEFAULT);
    try (FakeKernel kernel = FakeKernel.silent(hardened, (request, exchange) -> exchange.ok())) {
      String answer =
          kernel.ask(
              Hex.request(26, "07000000 2d000000 00000200 fbfffff3 ffffffff" + "00".repeat(44)));
      assertThat(answer)
          .endsWith(Hex.of(Hex.bytes("98050000 00000000 ffff0000" + "00".repeat(20))));
    }
  }

  /** Where no time is set, the kernel waits without an end, which is longer than any time. */
  @Test
  void asksForNoTimeWhereTheMachineHasNone(@TempDir Path settings) throws Exception {
    assertThat(RequestTimeouts.read(settings).outlast(SessionOptions.DEFAULT))
        .as("a kernel without the setting")
        .isEqualTo(SessionOptions.DEFAULT);
    Files.writeString(settings.resolve("default_request_timeout"), "0\n");
    Files.writeString(settings.resolve("max_request_timeout"), "0\n");
    assertThat(RequestTimeouts.read(settings).outlast(SessionOptions.DEFAULT))
        .isEqualTo(SessionOptions.DEFAULT);
    Files.writeString(settings.resolve("max_request_timeout"), "60\n");
    assertThat(RequestTimeouts.read(settings).outlast(SessionOptions.DEFAULT).features())
        .contains(InitFlag.REQUEST_TIMEOUT);
  }

  /**
   * Flags that the kernel does not offer are not used, and without INIT_EXT only the lower half of
   * the flags counts.
   */
  @Test
  void opensWithTheOldestKernel() throws Exception {
    try (FakeKernel kernel =
        FakeKernel.silent(SessionOptions.DEFAULT, (request, exchange) -> exchange.ok())) {
      String answer = kernel.ask(Hex.request(26, "07000000 1f000000 00000200 09000000"));
      assertThat(answer)
          .isEqualTo(
              Hex.of(
                  Hex.bytes(
                      """
                      50000000 00000000 8877665544332211
                      07000000 1f000000 00000200 09000000 4000 3000 00000200 01000000 2000 0000
                      00000000 00000000
                      """
                          + "00".repeat(24))));
      assertThat(kernel.kept().orElseThrow().features())
          .containsExactlyInAnyOrder(InitFlag.ASYNC_READ, InitFlag.ATOMIC_O_TRUNC);
    }
  }

  @Test
  void refusesOlderKernelsAndSettlesWithNewerOnes() throws Exception {
    try (FakeKernel kernel =
        FakeKernel.silent(SessionOptions.DEFAULT, (request, exchange) -> exchange.ok())) {
      assertThat(kernel.ask(Hex.request(26, "07000000 1e000000 00000200 09000000")))
          .isEqualTo("10000000" + "b9ffffff" + UNIQUE);
      assertThat(kernel.ask(Hex.request(26, "08000000 00000000 00000200 09000000")))
          .startsWith("50000000" + "00000000" + UNIQUE + "07000000");
      assertThat(kernel.kept()).isEmpty();
      assertThat(kernel.ask(Hex.request(26, "07000000 2d000000 00000200 09000000")))
          .startsWith("50000000" + "00000000" + UNIQUE + "07000000" + "2d000000");
      assertThat(kernel.kept()).isPresent();
    }
  }

  /** A session that could not be recovered does not begin. */
  @Test
  void doesNotOpenWithoutItsKeeper() throws Exception {
    DescriptorSocket.Pair pair = DescriptorSocket.pair();
    try (pair;
        FuseSession session =
            FuseSession.serve(
                "test",
                pair.other().descriptor(),
                SessionOptions.DEFAULT,
                new BufferPool(4096, 1),
                state -> {
                  throw new IOException("the disk is full");
                },
                (request, exchange) -> exchange.ok())) {
      pair.one().send(Hex.request(26, "07000000 2d000000 00000200 09000000"), List.of());
      MemorySegment answer = pair.one().receive(1000).orElseThrow().bytes();
      assertThat(Hex.of(answer.toArray(ValueLayout.JAVA_BYTE))).isEqualTo(EIO);
      assertThat(session.state()).isEmpty();
      pair.one().close();
    }
  }

  @Test
  void failuresOfTheHandlerAreAnswered() throws Exception {
    Queue<Handler> handlers = new ConcurrentLinkedQueue<>();
    try (FakeKernel kernel =
        FakeKernel.open((request, exchange) -> handlers.remove().handle(request, exchange))) {
      List<Handler> wrong =
          List.of(
              (request, exchange) -> {
                throw new IllegalArgumentException("on purpose");
              },
              (request, exchange) -> {
                throw new StackOverflowError("on purpose");
              },
              (request, exchange) -> {},
              (request, exchange) -> exchange.none(),
              (request, exchange) -> exchange.data(MemorySegment.ofArray(new byte[1])),
              (request, exchange) -> {
                exchange.detach();
                throw new IllegalArgumentException("on purpose");
              });
      for (Handler handler : wrong) {
        handlers.add(handler);
        assertThat(kernel.ask(UNLINK)).isEqualTo(EIO);
      }
      handlers.add((request, exchange) -> exchange.ok());
      assertThat(kernel.ask(UNLINK)).isEqualTo(OK);
      // A request is forgotten after its answer is written.
      await().until(() -> kernel.session().inFlight() == 0);
    }
  }

  @Test
  void answersOnce() throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    try (FakeKernel kernel =
        FakeKernel.open((request, exchange) -> {
          exchange.ok();
          try {
            exchange.error(Errno.EIO);
          } catch (IllegalStateException e) {
            thrown.set(e);
          }
        })) {
      assertThat(kernel.ask(unlink(1))).isEqualTo(ok(1));
      assertThat(kernel.ask(unlink(2))).isEqualTo(ok(2));
      // Handlers go on after their answers.
      await().until(() -> thrown.get() != null);
      assertThat(thrown.get()).hasMessage("UNLINK was answered before");
    }
  }

  /** FORGETs get no answer, whatever the handler does: the next answer is that of the next. */
  @Test
  void forgetsAreNotAnswered() throws Exception {
    Queue<Request> seen = new ConcurrentLinkedQueue<>();
    try (FakeKernel kernel =
        FakeKernel.open((request, exchange) -> {
          seen.add(request);
          switch (request) {
            case Request.Forget forget when forget.lookups() == 1 -> exchange.none();
            case Request.Forget forget when forget.lookups() == 2 -> exchange.error(Errno.EIO);
            case Request.Forget _ -> {}
            case Request _ -> exchange.ok();
          }
        })) {
      for (int i = 1; i <= 3; i++) {
        kernel.send(Hex.request(2, "0%d00000000000000".formatted(i)));
      }
      assertThat(kernel.ask(UNLINK)).isEqualTo(OK);
      await().until(() -> seen.size() == 4);
    }
  }

  @Test
  void remembersWhatIsNotSupported() throws Exception {
    try (FakeKernel kernel = FakeKernel.open((request, exchange) -> exchange.error(Errno.ENOSYS))) {
      assertThat(kernel.ask(UNLINK)).isEqualTo("10000000" + "daffffff" + UNIQUE);
      assertThat(kernel.kept().orElseThrow().unsupported()).containsExactly(Opcode.UNLINK);
      // IOCTL is not known here, so it is not to be remembered either.
      assertThat(kernel.ask(Hex.request(39, ""))).isEqualTo("10000000" + "daffffff" + UNIQUE);
      assertThat(kernel.kept().orElseThrow().unsupported()).containsExactly(Opcode.UNLINK);
    }
  }

  /** With one reader, one place and one buffer to spare, all but one request wait their turn. */
  @Test
  void requestsInFlightAreBounded() throws Exception {
    Queue<Exchange> held = new ConcurrentLinkedQueue<>();
    SessionOptions one = new SessionOptions(SessionOptions.DEFAULT.features(), 1, 2, 64);
    try (FakeKernel kernel = FakeKernel.open(one, (request, exchange) -> hold(held, exchange))) {
      for (int i = 1; i <= 5; i++) {
        kernel.send(unlink(i));
      }
      for (int i = 1; i <= 5; i++) {
        await().until(() -> !held.isEmpty());
        assertThat(kernel.session().inFlight()).isLessThanOrEqualTo(2);
        held.remove().ok();
        assertThat(kernel.receive()).isEqualTo(ok(i));
      }
    }
  }

  /** Each keeps its data while the reader reads on. */
  @Test
  void detachedWritesKeepTheirData() throws Exception {
    Queue<Request.Write> writes = new ConcurrentLinkedQueue<>();
    Queue<Exchange> held = new ConcurrentLinkedQueue<>();
    try (FakeKernel kernel =
        FakeKernel.open((request, exchange) -> {
          writes.add((Request.Write) request);
          hold(held, exchange);
        })) {
      for (int i = 0; i < 4; i++) {
        byte[] write = WRITE.clone();
        write[write.length - 1] = (byte) ('0' + i);
        kernel.send(write);
      }
      await().until(() -> held.size() == 4);
      assertThat(
              writes.stream()
                  .map(write -> new String(write.data().toArray(ValueLayout.JAVA_BYTE), US_ASCII)))
          .containsExactlyInAnyOrder("fou0", "fou1", "fou2", "fou3");
      held.forEach(exchange -> exchange.written(4));
      for (int i = 0; i < 4; i++) {
        assertThat(kernel.receive()).isEqualTo("1800000000000000" + UNIQUE + "0400000000000000");
      }
    }
  }

  @Test
  void interruptsReachTheirRequest() throws Exception {
    Queue<Exchange> held = new ConcurrentLinkedQueue<>();
    try (FakeKernel kernel =
        FakeKernel.open((request, exchange) ->
            hold(held, exchange).onInterrupt(() -> exchange.error(Errno.EINTR)))) {
      kernel.send(UNLINK);
      await().until(() -> held.size() == 1);
      assertThat(kernel.ask(Hex.request(36, UNIQUE))).isEqualTo("10000000fcffffff" + UNIQUE);
      assertThat(held.remove().answered()).isTrue();
      // Once it is answered and forgotten, the kernel is to ask again, which it does only if it
      // waits for an answer.
      long unique = Long.reverseBytes(Long.parseUnsignedLong(UNIQUE, 16));
      await().until(() -> kernel.session().find(unique).isEmpty());
      assertThat(kernel.ask(Hex.request(36, UNIQUE))).isEqualTo("10000000f5ffffff" + UNIQUE);
    }
  }

  /** It is in flight no more, and takes no room from others. */
  @Test
  void anInterruptAnswersARequestThatWaitsForRoom() throws Exception {
    SessionOptions few = new SessionOptions(SessionOptions.DEFAULT.features(), 2, 1, 64);
    Queue<Exchange> held = new ConcurrentLinkedQueue<>();
    AtomicBoolean refused = new AtomicBoolean();
    try (FakeKernel kernel =
        FakeKernel.open(
            few,
            (request, exchange) -> {
              exchange.onInterrupt(() -> exchange.error(Errno.EINTR));
              try {
                hold(held, exchange);
              } catch (IllegalStateException e) {
                refused.set(true);
              }
            })) {
      kernel.send(unlink(1));
      await().until(() -> held.size() == 1);
      kernel.send(unlink(2));
      await().until(() -> kernel.session().find(2).isPresent());
      assertThat(kernel.ask(Hex.request(36, "0200000000000000")))
          .isEqualTo("10000000fcffffff" + "0200000000000000");
      held.remove().ok();
      assertThat(kernel.receive()).isEqualTo(ok(1));
      await().untilTrue(refused);
      assertThat(kernel.session().inFlight()).isZero();
    }
  }

  /** A reader that waits for the next request lies on what the last long one has filled. */
  @Test
  void atRestItGivesBackTheMemoryOfALongRequest() throws Exception {
    Queue<MemorySegment> ends = new ConcurrentLinkedQueue<>();
    try (FakeKernel kernel =
        FakeKernel.open((request, exchange) -> {
          MemorySegment data = ((Request.Write) request).data();
          ends.add(data.asSlice(data.byteSize() - 1));
          exchange.written(data.byteSize());
        })) {
      String length = HexFormat.of().toHexDigits(Integer.reverseBytes(LONG_WRITE));
      assertThat(
              kernel.ask(
                  Hex.request(
                      16, "00".repeat(16) + length + "00".repeat(20) + "57".repeat(LONG_WRITE))))
          .startsWith("18000000" + "00000000");
      MemorySegment end = ends.remove();
      assertThat(end.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 0x57);
      assertThat(kernel.session().rest()).as("there was a request").isFalse();
      assertThat(kernel.session().rest()).as("there was no other").isTrue();
      await().until(() -> kernel.session().rest() && end.get(ValueLayout.JAVA_BYTE, 0) == (byte) 0);
      assertThat(kernel.ask(WRITE)).as("it serves on").startsWith("18000000" + "00000000");
    }
  }

  /** The data of a write is in use by whoever writes it, so its buffer is not given up. */
  @Test
  void interruptsDoNotTakeDataAway() throws Exception {
    Queue<Exchange> held = new ConcurrentLinkedQueue<>();
    AtomicBoolean refused = new AtomicBoolean();
    try (FakeKernel kernel =
        FakeKernel.open((request, exchange) ->
            hold(held, exchange)
                .onInterrupt(() -> {
                  try {
                    exchange.error(Errno.EINTR);
                  } catch (IllegalStateException e) {
                    refused.set(true);
                  }
                }))) {
      kernel.send(WRITE);
      await().until(() -> held.size() == 1);
      kernel.send(Hex.request(36, UNIQUE));
      Exchange write = held.remove();
      await().untilTrue(refused);
      write.written(4);
      assertThat(kernel.receive()).isEqualTo("1800000000000000" + UNIQUE + "0400000000000000");
    }
  }

  /** The caller goes on, and the data stays where it is until it is written. */
  @Test
  void anAbandonedRequestIsCarriedOut() throws Exception {
    Queue<Exchange> held = new ConcurrentLinkedQueue<>();
    Queue<Request.Write> writes = new ConcurrentLinkedQueue<>();
    try (FakeKernel kernel =
        FakeKernel.open((request, exchange) -> {
          writes.add((Request.Write) request);
          hold(held, exchange);
        })) {
      kernel.send(WRITE);
      await().until(() -> held.size() == 1);
      Exchange write = held.remove();
      assertThat(write.abandon(Errno.EINTR)).isTrue();
      assertThat(kernel.receive()).isEqualTo("10000000fcffffff" + UNIQUE);
      assertThat(write.answered()).isTrue();
      assertThat(write.abandon(Errno.EINTR)).isFalse();
      assertThat(kernel.session().inFlight()).isOne();
      assertThat(writes.remove().data().toArray(ValueLayout.JAVA_BYTE))
          .isEqualTo("four".getBytes(US_ASCII));
      write.written(4);
      assertThat(write.abandoned()).isTrue();
      assertThat(kernel.session().inFlight()).isZero();

      kernel.send(WRITE);
      await().until(() -> held.size() == 1);
      Exchange next = held.remove();
      next.written(4);
      assertThat(kernel.receive()).isEqualTo("1800000000000000" + UNIQUE + "0400000000000000");
      assertThat(next.abandon(Errno.EINTR)).isFalse();
      assertThat(next.abandoned()).isFalse();
    }
  }

  @Test
  void stopsWithAnswersGiven() throws Exception {
    Queue<Exchange> held = new ConcurrentLinkedQueue<>();
    try (FakeKernel kernel = FakeKernel.open((request, exchange) -> hold(held, exchange))) {
      kernel.send(UNLINK);
      await().until(() -> held.size() == 1);
      assertThat(kernel.session().stop(Duration.ofMillis(100))).isFalse();
      // Its readers end, be it later than it waited for them.
      assertThat(kernel.session().end().toCompletableFuture())
          .succeedsWithin(PATIENCE)
          .isEqualTo(FuseSession.End.STOPPED);
      held.remove().ok();
      assertThat(kernel.receive()).isEqualTo(OK);
      assertThat(kernel.session().stop(PATIENCE)).isTrue();
    }
  }

  /** First the wish to have all again, then reading, and answers with the bit. */
  @Test
  void takesOver() throws Exception {
    Queue<RequestHeader> headers = new ConcurrentLinkedQueue<>();
    SessionState state = new SessionState(45, EnumSet.of(InitFlag.HAS_RESEND), 4096, Set.of());
    DescriptorSocket.Pair pair = DescriptorSocket.pair();
    try (pair;
        FuseSession session =
            FuseSession.takeOver(
                "test",
                pair.other().descriptor(),
                Optional.of(state),
                SessionOptions.DEFAULT,
                new BufferPool(8192, 1),
                kept -> {},
                (request, exchange) -> {
                  headers.add(request.header());
                  exchange.ok();
                })) {
      assertThat(session.state()).contains(state);
      assertThat(receive(pair)).isEqualTo("10000000 07000000 0000000000000000".replace(" ", ""));
      pair.one().send(unlink(Incoming.RESENT | 6), List.of());
      assertThat(receive(pair)).isEqualTo(ok(Incoming.RESENT | 6));
      assertThat(headers.remove()).isEqualTo(new RequestHeader(6, true, 0x99, 1000, 1001, 4242));
      pair.one().close();
    }
    assertThatThrownBy(() ->
            FuseSession.takeOver(
                "test",
                pair.other().descriptor(),
                Optional.of(new SessionState(45, Set.of(), 1 << 20, Set.of())),
                SessionOptions.DEFAULT,
                new BufferPool(8192, 1),
                kept -> {},
                (request, exchange) -> exchange.ok()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String receive(DescriptorSocket.Pair pair) throws IOException {
    return Hex.of(pair.one().receive(1000).orElseThrow().bytes().toArray(ValueLayout.JAVA_BYTE));
  }

  /** Thousands of messages of random bytes, each with a true length: it goes on. */
  @Test
  @BothForms
  void nonsenseDoesNotEndIt() throws Exception {
    CountDownLatch last = new CountDownLatch(1);
    try (FakeKernel kernel =
        FakeKernel.open((request, exchange) -> {
          if (request.header().node() == 0x99) {
            exchange.ok();
            last.countDown();
          } else {
            exchange.error(Errno.EPERM);
          }
        })) {
      Thread drain = Thread.ofPlatform().daemon().start(() -> drain(kernel, last));
      Random random = new Random(1);
      int messages = TestForm.amount("windlass.fuzz.messages", 5_000, 20_000);
      for (int i = 0; i < messages; i++) {
        kernel.send(nonsense(random));
      }
      kernel.send(UNLINK);
      last.await();
      drain.interrupt();
      assertThat(kernel.session().end().toCompletableFuture()).isNotDone();
    }
  }

  private static void drain(FakeKernel kernel, CountDownLatch last) {
    try {
      while (last.getCount() > 0) {
        kernel.receive();
      }
    } catch (IOException | RuntimeException e) {
      // Nothing more comes.
    }
  }

  private static byte[] nonsense(Random random) {
    byte[] request = new byte[1 + random.nextInt(200)];
    random.nextBytes(request);
    if (request.length >= RequestDecoder.HEADER) {
      ByteBuffer header = ByteBuffer.wrap(request).order(ByteOrder.LITTLE_ENDIAN);
      int opcode = random.nextInt(56);
      // INIT would open another session, which no kernel does.
      header.putInt(0, request.length).putInt(4, opcode == 26 ? 1 : opcode);
      if (random.nextBoolean()) {
        header.putShort(36, (short) 0);
      }
    }
    return request;
  }
}
