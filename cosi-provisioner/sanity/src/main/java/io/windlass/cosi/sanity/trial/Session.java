package io.windlass.cosi.sanity.trial;

import io.windlass.cosi.sanity.store.StoreSessions;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.cosi.sanity.wire.Redaction;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import io.windlass.cosi.sanity.wire.Transcript;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the checks of one revision share: the client, the settings, and the list of leftovers. */
public final class Session {
  private final CosiClient client;
  private final SanitySettings settings;
  private final CosiNames names;
  private final Optional<StoreSessions> store;
  private final Optional<Restart> restart;
  private final Transcript transcript;
  private final Redaction redaction;
  private final List<String> leftovers = new ArrayList<>();

  /**
   * Creates a session.
   *
   * @param seed seed of the random names
   * @param store clients of the storage server; empty: it is not contacted
   * @param restart empty: the driver is never restarted
   */
  public Session(
      CosiClient client,
      SanitySettings settings,
      long seed,
      Optional<StoreSessions> store,
      Optional<Restart> restart,
      Transcript transcript,
      Redaction redaction) {
    this.client = client;
    this.settings = settings;
    this.names = new CosiNames(seed, client.revision());
    this.store = store;
    this.restart = restart;
    this.transcript = transcript;
    this.redaction = redaction;
  }

  boolean has(Need need) {
    return switch (need) {
      case STORE -> store.isPresent();
      case RESTART -> restart.isPresent();
    };
  }

  public CosiClient client() {
    return client;
  }

  SanitySettings settings() {
    return settings;
  }

  CosiNames names() {
    return names;
  }

  Optional<StoreSessions> store() {
    return store;
  }

  public Transcript transcript() {
    return transcript;
  }

  public Redaction redaction() {
    return redaction;
  }

  /**
   * Restarts the driver and waits until it answers. Ends the check with a failure if it does not.
   */
  public void restart() throws InterruptedException {
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

  /** Returns what the checks could not delete, one sentence each. */
  public List<String> leftovers() {
    return List.copyOf(leftovers);
  }
}
