package io.windlass.mounter;

import io.windlass.fuse.BufferPool;
import io.windlass.fuse.FuseSession;
import io.windlass.fuse.SessionOptions;
import io.windlass.linux.Descriptor;
import io.windlass.linux.LinuxException;
import io.windlass.proto.mounter.Volume;
import io.windlass.proto.mounter.VolumeReport;
import io.windlass.store.Errno;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** One mount, with the session that serves it and the volume that answers its requests. */
final class ServedVolume implements AutoCloseable {
  /** How long the requests that were read may take when the mount is left to another process. */
  private static final Duration LEAVING = Duration.ofSeconds(2);

  private volatile KeyedVolume volume;
  private final SessionFile file;
  private final OpenVolume open;
  private final FuseSession session;

  private ServedVolume(KeyedVolume volume, SessionFile file, OpenVolume open, FuseSession session) {
    this.volume = volume;
    this.file = file;
    this.open = open;
    this.session = session;
  }

  /**
   * Begins to serve a volume.
   *
   * @param device descriptor of the mount; closed with the session, but not if this fails
   * @param resume whether another process may have served the mount
   */
  static ServedVolume serve(
      KeyedVolume volume,
      Descriptor device,
      boolean resume,
      Path state,
      BufferPool pool,
      VolumeOpener opener)
      throws IOException {
    Files.createDirectories(state);
    SessionOptions options = SessionOptions.DEFAULT;
    SessionFile file = SessionFile.open(state, options);
    OpenVolume open;
    try {
      open = opener.open(volume, state);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
    try {
      if (!resume) {
        open.check();
      }
      String id = volume.id();
      FuseSession session =
          resume
              ? FuseSession.takeOver(id, device, file.kept(), options, pool, file, open.handler())
              : FuseSession.serve(id, device, options, pool, file, open.handler());
      return new ServedVolume(volume, file, open, session);
    } catch (IOException | RuntimeException e) {
      open.close();
      file.close();
      throw e;
    }
  }

  Volume volume() {
    return volume.volume();
  }

  /** Returns the message that describes this volume to a keeper that attaches. */
  Volume message() {
    return volume.message();
  }

  /** Updates the volume. A keeper that attaches later is told of the updated volume. */
  void update(KeyedVolume wanted) throws IOException {
    open.update(wanted);
    volume = wanted;
  }

  /** Duplicates the descriptor of the mount; empty if the session is over, and closed. */
  Optional<Descriptor> duplicateDevice() throws LinuxException {
    if (isOver()) {
      return Optional.empty();
    }
    try {
      return Optional.of(session.duplicateDevice());
    } catch (LinuxException e) {
      if (e.is(Errno.EBADF)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Returns whether it was unmounted: what was written to it may still be on its way. */
  boolean isOver() {
    return session.end().toCompletableFuture().getNow(FuseSession.End.STOPPED)
        != FuseSession.End.STOPPED;
  }

  CompletionStage<FuseSession.End> end() {
    return session.end();
  }

  VolumeReport report() {
    return open.report();
  }

  /**
   * Answers the requests that were read, and reads no more: those that come wait for the next
   * process that serves the mount. Takes {@link #LEAVING} at most.
   */
  void leave() {
    try {
      session.stop(LEAVING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    session.close();
    open.finish();
    open.close();
    file.close();
  }
}
