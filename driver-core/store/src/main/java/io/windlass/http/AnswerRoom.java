package io.windlass.http;

import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * Room in memory for the answers of one server: few long ones are read at one time, so that many
 * requests at once need no more memory than these. Short ones need no room.
 */
public final class AnswerRoom {
  private static final int LONG_ANSWERS = 4;

  private final Semaphore room = new Semaphore(LONG_ANSWERS, true);
  private final Duration patience;

  /**
   * Creates the room of one server.
   *
   * @param patience longest time that a long answer waits for other long ones
   */
  public AnswerRoom(Duration patience) {
    this.patience = patience;
  }

  /**
   * Returns a body that is read up to a limit only. It has to be closed.
   *
   * @param giveUp ends the connection without reading the rest
   */
  public InputStream bounded(InputStream body, AnswerLimit limit, Runnable giveUp) {
    return new BoundedAnswer(body, limit, giveUp, room, patience);
  }
}
