package io.windlass.fake.gcs;

import java.time.Duration;

/** A requested fault. */
public sealed interface Misbehaviour {

  /**
   * The request is refused before anything happens.
   *
   * @param status for instance 503 or 429: cloud.google.com/storage/docs/retry-strategy
   */
  record Refused(int status) implements Misbehaviour {}

  /** The request takes effect, and the connection ends without an answer. */
  record AnswerLost() implements Misbehaviour {}

  /** The request takes effect, and this error is the answer. */
  record AnswerReplaced(int status) implements Misbehaviour {}

  /** The request takes effect, and the connection ends after so many bytes of the answer's body. */
  record BodyBroken(int bytes) implements Misbehaviour {}

  /** The answer is sent after this delay. */
  record Slow(Duration time) implements Misbehaviour {}
}
