package io.windlass.mounter;

import io.windlass.fuse.BufferPool;
import io.windlass.fuse.FuseSession;
import io.windlass.fuse.RequestTimeouts;
import io.windlass.fuse.SessionOptions;
import io.windlass.linux.Descriptor;
import io.windlass.linux.Errno;
import io.windlass.linux.LinuxException;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.mounter.volume.OpenVolume;
import io.windlass.mounter.volume.VolumeOpener;
import io.windlass.proto.mounter.Volume;
import io.windlass.proto.mounter.VolumeReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One mount, with the session that serves it and the volume that answers its requests. */
final class ServedVolume implements ServedMount {
  private static final Logger log = LoggerFactory.getLogger(ServedVolume.class);

  /** How long the requests that were read may take when the mount is left to another process. */
  private static final Duration LEAVING = Duration.ofSeconds(2);

  /** How long the kernel may take to ask for the terms of a new session; it does so at once. */
  private static final Duration OPENING = Duration.ofSeconds(10);

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
    SessionFile file = SessionFile.open(state, SessionOptions.DEFAULT);
    file.service().put(ServiceRecord.Flag.OPENING, true);
    try {
      return serve(volume, device, resume, state, pool, opener, file);
    } finally {
      file.service().put(ServiceRecord.Flag.OPENING, false);
    }
  }

  private static ServedVolume serve(
      KeyedVolume volume,
      Descriptor device,
      boolean resume,
      Path state,
      BufferPool pool,
      VolumeOpener opener,
      SessionFile file)
      throws IOException {
    SessionOptions options = RequestTimeouts.ofKernel().outlast(SessionOptions.DEFAULT);
    OpenVolume open;
    try {
      open = opener.open(volume, state, resume);
    } catch (IOException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
    try {
      String id = volume.id();
      FuseSession session =
          resume
              ? FuseSession.takeOver(id, device, file.kept(), options, pool, file, open.handler())
              : FuseSession.serve(id, device, options, pool, file, open.handler());
      if (!resume) {
        awaitOpen(session, id);
      }
      return new ServedVolume(volume, file, open, session);
    } catch (IOException | RuntimeException | Error e) {
      open.close();
      file.close();
      throw e;
    }
  }

  /**
   * Waits until the session's terms are agreed on. The kernel then applies the limits of these
   * terms to what was set before, as the read-ahead: so who mounts can set it only after this.
   */
  private static void awaitOpen(FuseSession session, String id) {
    try {
      if (!session.awaitOpen(OPENING)) {
        log.warn("volume {}: the kernel has not opened the session yet", id);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public Volume volume() {
    return volume.volume();
  }

  @Override
  public Volume message() {
    return volume.message();
  }

  @Override
  public void update(KeyedVolume wanted) throws IOException {
    open.update(wanted);
    volume = wanted;
  }

  @Override
  public Optional<Descriptor> duplicateDevice() throws LinuxException {
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

  @Override
  public boolean isOver() {
    return session.end().toCompletableFuture().getNow(FuseSession.End.STOPPED)
        != FuseSession.End.STOPPED;
  }

  @Override
  public CompletionStage<FuseSession.End> end() {
    return session.end();
  }

  @Override
  public VolumeReport report(QuarantineReports others) {
    return open.report();
  }

  @Override
  public boolean rest() {
    return session.rest();
  }

  /**
   * Answers the requests that were read, and reads no more: those that come wait for the next
   * process that serves the mount. Takes {@link #LEAVING} at most.
   */
  @Override
  public void leave() {
    file.service().put(ServiceRecord.Flag.LEFT, true);
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
