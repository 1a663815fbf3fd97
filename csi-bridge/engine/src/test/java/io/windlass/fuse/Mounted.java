package io.windlass.fuse;

import io.windlass.linux.Descriptor;
import io.windlass.linux.LinuxException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A mount that this process serves, and its session. */
final class Mounted implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Path directory;
  private final FuseSession session;
  private final AtomicReference<Optional<SessionState>> kept;

  private Mounted(
      Path directory, FuseSession session, AtomicReference<Optional<SessionState>> kept) {
    this.directory = directory;
    this.session = session;
    this.kept = kept;
  }

  static Mounted serve(Path directory, SessionOptions options, Handler handler)
      throws LinuxException {
    BufferPool pool = new BufferPool(1 << 20, 8);
    Descriptor device = FuseMounts.mount(directory, MountOptions.of("test", false, pool));
    AtomicReference<Optional<SessionState>> kept = new AtomicReference<>(Optional.empty());
    FuseSession session =
        FuseSession.serve(
            "test", device, options, pool, state -> kept.set(Optional.of(state)), handler);
    return new Mounted(directory, session, kept);
  }

  static Mounted serve(Path directory, Handler handler) throws LinuxException {
    return serve(directory, SessionOptions.DEFAULT, handler);
  }

  FuseSession session() {
    return session;
  }

  Path path(String name) {
    return directory.resolve(name);
  }

  /** Returns the state of the session that its keeper kept last. */
  Optional<SessionState> kept() {
    return kept.get();
  }

  /** Out of sight first, so that nobody waits for a session that is closed. */
  @Override
  public void close() throws IOException {
    try {
      if (FuseMounts.at(directory).isPresent()) {
        FuseMounts.detach(directory, PATIENCE);
      }
    } finally {
      session.close();
    }
  }
}
