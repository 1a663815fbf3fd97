package io.windlass.fuse;

import io.windlass.fuse.message.Request;
import io.windlass.linux.Descriptor;
import io.windlass.linux.DescriptorListener;
import io.windlass.linux.DescriptorSocket;
import io.windlass.linux.LinuxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A process that serves a {@link PatternFileSystem}, and can be killed at any time. */
final class ServingProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int LONGEST = 1 << 16;
  private static final byte[] NOTHING = {0};

  private final Process process;
  private final DescriptorSocket socket;

  private ServingProcess(Process process, DescriptorSocket socket) {
    this.process = process;
    this.socket = socket;
  }

  /**
   * Starts one with the device of a mount. It opens the session, or takes it over if {@code state}
   * is there.
   */
  static ServingProcess start(
      DescriptorListener listener, Path path, Descriptor device, Optional<SessionState> state)
      throws IOException {
    return start(ChildJvm.start(ServingProcess.class, path), listener, device, state);
  }

  /** Starts one that opens the session, makes a file of its first READ, and does not answer it. */
  static ServingProcess holding(
      Path held, DescriptorListener listener, Path path, Descriptor device) throws IOException {
    Process process = ChildJvm.start(ServingProcess.class, path, held);
    return start(process, listener, device, Optional.empty());
  }

  private static ServingProcess start(
      Process process, DescriptorListener listener, Descriptor device, Optional<SessionState> state)
      throws IOException {
    DescriptorSocket socket = listener.accept();
    socket.setTimeout(PATIENCE);
    if (socket.peer().pid() != process.pid()) {
      throw new IOException("somebody else has connected");
    }
    socket.send(state.map(SessionState::save).orElse(NOTHING), List.of(device));
    return new ServingProcess(process, socket);
  }

  /** The next state that it keeps here; it goes on when this returns. */
  SessionState nextState() throws LinuxException {
    byte[] saved = socket.receive(LONGEST).orElseThrow().bytes().toArray(ValueLayout.JAVA_BYTE);
    socket.send(NOTHING, List.of());
    return SessionState.load(saved);
  }

  /** Kills the process with SIGKILL. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    socket.close();
  }

  public static void main(String[] arguments) throws Exception {
    try (DescriptorSocket socket = DescriptorSocket.connect(Path.of(arguments[0]), PATIENCE)) {
      DescriptorSocket.Message message = socket.receive(LONGEST).orElseThrow();
      byte[] saved = message.bytes().toArray(ValueLayout.JAVA_BYTE);
      Descriptor device = message.descriptors().getFirst();
      BufferPool pool = new BufferPool(1 << 20, 8);
      StateKeeper keeper =
          state -> {
            socket.send(state.save(), List.of());
            if (socket.receive(LONGEST).isEmpty()) {
              throw new IOException("nobody keeps the state");
            }
          };
      SessionOptions options = SessionOptions.DEFAULT;
      Handler files = new PatternFileSystem();
      Handler handler = arguments.length > 1 ? holding(Path.of(arguments[1]), files) : files;
      try (FuseSession session =
          saved.length == NOTHING.length
              ? FuseSession.serve("child", device, options, pool, keeper, handler)
              : FuseSession.takeOver(
                  "child",
                  device,
                  Optional.of(SessionState.load(saved)),
                  options,
                  pool,
                  keeper,
                  handler)) {
        session.end().toCompletableFuture().join();
      }
    }
  }

  private static Handler holding(Path held, Handler files) {
    AtomicBoolean once = new AtomicBoolean();
    return (request, exchange) -> {
      if (request instanceof Request.Read && once.compareAndSet(false, true)) {
        exchange.detach();
        note(held);
      } else {
        files.handle(request, exchange);
      }
    };
  }

  private static void note(Path held) {
    try {
      Files.createFile(held);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
