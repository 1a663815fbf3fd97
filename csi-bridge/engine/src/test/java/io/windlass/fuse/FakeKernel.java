package io.windlass.fuse;

import io.windlass.fuse.message.Hex;
import io.windlass.linux.DescriptorSocket;
import io.windlass.linux.LinuxException;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The other end of a session's device, in the test's hands: a socket that keeps the bounds of
 * messages, as the device does.
 */
final class FakeKernel implements AutoCloseable {
  private static final int LONGEST = 160 << 10;

  private final DescriptorSocket.Pair pair;
  private final BufferPool pool = new BufferPool(128 << 10, 4);
  private final AtomicReference<Optional<SessionState>> kept =
      new AtomicReference<>(Optional.empty());
  private final FuseSession session;

  private FakeKernel(SessionOptions options, Handler handler) throws LinuxException {
    pair = DescriptorSocket.pair();
    pair.one().setTimeout(Mounted.PATIENCE);
    session =
        FuseSession.serve(
            "test",
            pair.other().descriptor(),
            options,
            pool,
            state -> kept.set(Optional.of(state)),
            handler);
  }

  /** A session that has yet to be opened. */
  static FakeKernel silent(SessionOptions options, Handler handler) throws LinuxException {
    return new FakeKernel(options, handler);
  }

  /** A session that is open, in protocol 7.45 with all features that are asked for. */
  static FakeKernel open(SessionOptions options, Handler handler) throws LinuxException {
    FakeKernel kernel = new FakeKernel(options, handler);
    kernel.send(Hex.request(26, "07000000 2d000000 00000200 ffffffff ffffffff" + "00".repeat(44)));
    kernel.receive();
    return kernel;
  }

  static FakeKernel open(Handler handler) throws LinuxException {
    return open(SessionOptions.DEFAULT, handler);
  }

  FuseSession session() {
    return session;
  }

  /** Returns the state of the session that its keeper kept last. */
  Optional<SessionState> kept() {
    return kept.get();
  }

  void send(byte[] request) throws LinuxException {
    pair.one().send(request, List.of());
  }

  /** The next answer or notification, as hex digits. */
  String receive() throws LinuxException {
    DescriptorSocket.Message message = pair.one().receive(LONGEST).orElseThrow();
    return HexFormat.of().formatHex(message.bytes().toArray(ValueLayout.JAVA_BYTE));
  }

  /** Sends {@code request} and receives what comes back. */
  String ask(byte[] request) throws LinuxException {
    send(request);
    return receive();
  }

  @Override
  public void close() {
    // First our end, as when a file system is unmounted.
    pair.one().close();
    session.close();
  }
}
