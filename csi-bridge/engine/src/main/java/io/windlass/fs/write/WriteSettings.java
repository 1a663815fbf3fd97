package io.windlass.fs.write;

import java.time.Duration;

/**
 * How a volume writes.
 *
 * @param maxStagingBytes most bytes of all its staged files together on local disk
 * @param parallelParts most requests with data under way at once
 * @param timeout longest that anybody waits for another who writes or publishes the same file
 * @param readTimeout longest that one read of the object in the bucket waits
 * @param partBytes size of a part at the beginning of an upload; what is not larger is sent whole
 * @param copyBytes most bytes of one part that the server copies
 * @param retryFirst how long the background waits after a failure before it publishes again
 * @param retryMost how long it waits at most, after many failures
 * @param lateness how long after its sender died, or gave up, a server may still do a request
 * @param timeStamp puts the time of a file into what is published with it
 */
public record WriteSettings(
    long maxStagingBytes,
    int parallelParts,
    Duration timeout,
    Duration readTimeout,
    long partBytes,
    long copyBytes,
    Duration retryFirst,
    Duration retryMost,
    Duration lateness,
    TimeStamp timeStamp) {

  /** Enough for a node of ordinary size. */
  public static final WriteSettings DEFAULT =
      new WriteSettings(
          64L << 30,
          8,
          Duration.ofMinutes(10),
          Duration.ofSeconds(60),
          8L << 20,
          512L << 20,
          Duration.ofSeconds(1),
          Duration.ofMinutes(1),
          Duration.ofSeconds(10),
          TimeStamp.NONE);

  /** Refuses what makes no sense, naming it. */
  public WriteSettings {
    positive("maxStagingBytes", maxStagingBytes);
    positive("parallelParts", parallelParts);
    positive("timeout", timeout.toMillis());
    positive("readTimeout", readTimeout.toMillis());
    positive("partBytes", partBytes);
    positive("copyBytes", copyBytes);
    positive("retryFirst", retryFirst.toMillis());
    positive("retryMost", retryMost.toMillis());
    positive("lateness", lateness.toMillis());
  }

  private static void positive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " must be more than 0");
    }
  }

  /** With so much room on local disk. */
  public WriteSettings withMaxStagingBytes(long bytes) {
    return new WriteSettings(
        bytes,
        parallelParts,
        timeout,
        readTimeout,
        partBytes,
        copyBytes,
        retryFirst,
        retryMost,
        lateness,
        timeStamp);
  }

  /** With parts of such sizes. */
  public WriteSettings withParts(long sent, long copied) {
    return new WriteSettings(
        maxStagingBytes,
        parallelParts,
        timeout,
        readTimeout,
        sent,
        copied,
        retryFirst,
        retryMost,
        lateness,
        timeStamp);
  }

  /** With such waits of the background. */
  public WriteSettings withRetries(Duration first, Duration most) {
    return new WriteSettings(
        maxStagingBytes,
        parallelParts,
        timeout,
        readTimeout,
        partBytes,
        copyBytes,
        first,
        most,
        lateness,
        timeStamp);
  }

  /** With a server that is late by no more than that. */
  public WriteSettings withLateness(Duration most) {
    return new WriteSettings(
        maxStagingBytes,
        parallelParts,
        timeout,
        readTimeout,
        partBytes,
        copyBytes,
        retryFirst,
        retryMost,
        most,
        timeStamp);
  }

  /** With times said so. */
  public WriteSettings withTimeStamp(TimeStamp stamp) {
    return new WriteSettings(
        maxStagingBytes,
        parallelParts,
        timeout,
        readTimeout,
        partBytes,
        copyBytes,
        retryFirst,
        retryMost,
        lateness,
        stamp);
  }
}
