package io.windlass.mounter;

import io.windlass.fuse.InFlightLog;
import io.windlass.fuse.SessionOptions;
import io.windlass.fuse.SessionState;
import io.windlass.fuse.StateKeeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Keeps the state of a session in files, for the mounter that continues it. The files need not
 * survive a restart of the machine, as the session does not survive it either.
 */
final class SessionFile implements StateKeeper, AutoCloseable {
  private final Path file;
  private final InFlightLog inFlight;
  private final ServiceRecord service;

  private SessionFile(Path file, InFlightLog inFlight, ServiceRecord service) {
    this.file = file;
    this.inFlight = inFlight;
    this.service = service;
  }

  /** Opens the files in the state directory of a volume. */
  static SessionFile open(Path state, SessionOptions options) throws IOException {
    ServiceRecord service = ServiceRecord.open(state);
    return new SessionFile(
        state.resolve("session"),
        InFlightLog.open(state.resolve("in-flight"), options.inFlight() + options.readers()),
        service);
  }

  /** Returns the record of whether the volume is in service. */
  ServiceRecord service() {
    return service;
  }

  @Override
  public void keep(SessionState state) throws IOException {
    Path next = file.resolveSibling("session.next");
    Files.write(next, state.save());
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void began() {
    service.began();
  }

  @Override
  public void ended() {
    service.ended();
  }

  @Override
  public Optional<InFlightLog> inFlight() {
    return Optional.of(inFlight);
  }

  /** Returns the state that was kept last; empty if none was kept. */
  Optional<SessionState> kept() throws IOException {
    try {
      return Optional.of(SessionState.load(Files.readAllBytes(file)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    inFlight.close();
  }
}
