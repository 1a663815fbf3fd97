package io.windlass.cosi.sanity.check;

import io.windlass.cosi.sanity.s3.SanityS3Clients;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.cosi.sanity.wire.Redaction;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import io.windlass.cosi.sanity.wire.Transcript;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The checks of one revision: the client, what the checks are told, and what they left behind. */
public final class Session {
  private final CosiClient client;
  private final SanitySettings settings;
  private final CosiNames names;
  private final Optional<SanityS3Clients> s3;
  private final Optional<Restart> restart;
  private final Transcript transcript;
  private final Redaction redaction;
  private final List<String> leftovers = new ArrayList<>();

  /**
   * @param seed what names are made of
   * @param s3 empty: no S3 server is to be asked
   * @param restart empty: the driver is not to be restarted
   */
  public Session(
      CosiClient client,
      SanitySettings settings,
      long seed,
      Optional<SanityS3Clients> s3,
      Optional<Restart> restart,
      Transcript transcript,
      Redaction redaction) {
    this.client = client;
    this.settings = settings;
    this.names = new CosiNames(seed, client.revision());
    this.s3 = s3;
    this.restart = restart;
    this.transcript = transcript;
    this.redaction = redaction;
  }

  boolean has(Need need) {
    return switch (need) {
      case S3 -> s3.isPresent();
      case RESTART -> restart.isPresent();
    };
  }

  CosiClient client() {
    return client;
  }

  SanitySettings settings() {
    return settings;
  }

  CosiNames names() {
    return names;
  }

  Optional<SanityS3Clients> s3() {
    return s3;
  }

  Transcript transcript() {
    return transcript;
  }

  Redaction redaction() {
    return redaction;
  }

  /** Restarts the driver, and waits until it answers. */
  void restart() throws InterruptedException {
    try {
      restart.orElseThrow().restart();
    } catch (IOException e) {
      throw new Ended(
          new Outcome.Fail("the driver was not restarted: " + e.getMessage(), List.of()));
    }
    var answer = new Patience(settings.timeout()).answer(client::info);
    if (answer instanceof RpcAnswer.Refused<?>(var code, var message)) {
      throw new Ended(
          new Outcome.Fail(
              "the driver does not answer within %d s of its restart: %s %s"
                  .formatted(settings.timeout().toSeconds(), code, message),
              List.of()));
    }
  }

  void leave(List<String> things) {
    leftovers.addAll(things);
  }

  /** What could not be taken away again, one sentence each. */
  public List<String> leftovers() {
    return List.copyOf(leftovers);
  }
}
