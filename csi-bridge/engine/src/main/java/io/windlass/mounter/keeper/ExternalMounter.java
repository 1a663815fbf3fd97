package io.windlass.mounter.keeper;

import io.windlass.mounter.run.RunDirectory;
import java.io.IOException;
import java.time.Duration;

/** A mounter that somebody else starts, and starts again when it has ended. */
record ExternalMounter(RunDirectory run) implements MounterSource {
  /** How long a mounter that accepted the connection may send nothing. */
  private static final Duration SILENCE = Duration.ofSeconds(20);

  @Override
  public void get(Attachment attachment) throws IOException {
    boolean attached =
        attachment.attach(
            SILENCE,
            timeout -> {
              throw timeout;
            });
    if (!attached) {
      throw new IOException(
          "no mounter listens on %s; somebody else has to start 'windlass mounter %s --kept'"
              .formatted(run.mounterSocket(), run.path()));
    }
  }
}
