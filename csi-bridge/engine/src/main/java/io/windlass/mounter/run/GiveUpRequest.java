package io.windlass.mounter.run;

import io.windlass.proto.mounter.FromMounter;
import io.windlass.proto.mounter.GiveUp;
import io.windlass.proto.mounter.ToMounter;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has a mounter give up what was unmounted and is still in use. */
public final class GiveUpRequest {
  private static final Logger log = LoggerFactory.getLogger(GiveUpRequest.class);
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private GiveUpRequest() {}

  /** Returns the message for a volume; an empty id is all volumes. */
  public static ToMounter of(String id) {
    return ToMounter.newBuilder().setGiveUp(GiveUp.newBuilder().setId(id)).build();
  }

  /** Asks the mounter of a run directory, if there is one, to give up all of its volumes. */
  static void send(RunDirectory run) {
    try (ControlSocket<FromMounter, ToMounter> socket =
        ControlSocket.connect(run, FromMounter.parser(), PATIENCE)) {
      socket.send(of(""));
    } catch (IOException e) {
      log.debug("no mounter takes the request to give up its volumes", e);
    }
  }
}
