package io.windlass.mounter.keeper;

import io.windlass.linux.Descriptor;
import io.windlass.linux.Errno;
import io.windlass.linux.LinuxException;
import io.windlass.mounter.run.ControlSocket;
import io.windlass.mounter.run.ControlSocket.Received;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.proto.mounter.Attach;
import io.windlass.proto.mounter.FromMounter;
import io.windlass.proto.mounter.ToMounter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handshake of a keeper with a mounter that runs: it connects, and gets the volumes that the
 * mounter serves, each with the descriptor of its mount.
 */
final class Handshake {
  private static final Logger log = LoggerFactory.getLogger(Handshake.class);

  private final RunDirectory run;
  private final Duration limit;

  /**
   * Creates the handshakes of a keeper.
   *
   * @param run where the mounter listens
   * @param limit longest time that connecting takes
   */
  Handshake(RunDirectory run, Duration limit) {
    this.run = run;
    this.limit = limit;
  }

  /** A volume that a mounter serves, and the descriptor of its mount. */
  record Mount(KeyedVolume volume, Descriptor device) {}

  /** What came of a handshake. */
  sealed interface Result {}

  /** The mounter is attached. */
  record Attached(ControlSocket<FromMounter, ToMounter> socket, List<Mount> mounts)
      implements Result {}

  /** None listens. */
  record Nobody() implements Result {}

  /** One listened, and has closed the connection. */
  record Gone() implements Result {}

  /**
   * Connects to a mounter, if one listens.
   *
   * @param silence called whenever the mounter has sent nothing for {@code look}
   * @throws IOException when it does not answer, or runs as another user; nothing is open then
   */
  Result with(Duration look, MounterSource.Silence silence) throws IOException {
    ControlSocket<FromMounter, ToMounter> socket;
    try {
      socket = ControlSocket.connect(run, FromMounter.parser(), limit);
    } catch (LinuxException e) {
      if (e.is(Errno.EAGAIN)) {
        throw e;
      }
      return new Nobody();
    }
    List<Mount> found = new ArrayList<>();
    try {
      requireMounterUser(socket.peerUser());
      socket.send(
          ToMounter.newBuilder().setAttach(Attach.newBuilder().setAnswersPing(true)).build());
      socket.receiveTimeout(look);
      int volumes = next(socket, silence).message().getHello().getVolumes();
      for (int i = 0; i < volumes; i++) {
        Received<FromMounter> serving = next(socket, silence);
        Descriptor device =
            serving.descriptor().orElseThrow(() -> new IOException("a volume has no descriptor"));
        found.add(new Mount(KeyedVolume.received(serving.message().getServing()), device));
      }
      socket.receiveTimeout(Duration.ZERO);
      return new Attached(socket, List.copyOf(found));
    } catch (IOException e) {
      socket.close();
      found.forEach(each -> each.device().close());
      if (isGone(e)) {
        log.debug("the mounter has gone while a keeper attached", e);
        return new Gone();
      }
      throw e;
    }
  }

  private static boolean isGone(IOException failure) {
    return failure instanceof MounterGoneException
        || (failure instanceof LinuxException e && (e.is(Errno.EPIPE) || e.is(Errno.ECONNRESET)));
  }

  /** Nobody else is told keys. */
  private void requireMounterUser(int user) throws IOException {
    if (user != run.user()) {
      throw new IOException(
          "what listens on %s runs as user %d, and the mounter has to run as user %d"
              .formatted(run.mounterSocket(), user, run.user()));
    }
  }

  private static Received<FromMounter> next(
      ControlSocket<FromMounter, ToMounter> socket, MounterSource.Silence silence)
      throws IOException {
    while (true) {
      try {
        return socket.receive().orElseThrow(MounterGoneException::new);
      } catch (LinuxException e) {
        if (!e.is(Errno.EAGAIN)) {
          throw e;
        }
        silence.after(e);
      }
    }
  }
}
