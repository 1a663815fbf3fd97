package io.windlass.fs.staging;

import java.time.Duration;

/**
 * Settings for the writing of a volume.
 *
 * @param maxStagingBytes most bytes of all its staged files together on local disk
 * @param maxHoleBytes most zeros of one file that the bucket does not have yet: they take no local
 *     disk, but are sent like data
 * @param parallelParts most requests with data under way at once
 * @param timeout longest time that a thread waits for another that writes or publishes the same
 *     file
 * @param readTimeout longest time that one read of the object in the bucket waits
 * @param partBytes size of a part at the beginning of an upload; a file up to that size is sent
 *     whole
 * @param copyBytes most bytes of one part that the server copies
 * @param retryFirst wait of the background after a first failure
 * @param retryMost longest wait of the background, after many failures
 * @param lateness how long after its sender died or gave up a server may still carry out a request
 * @param dropsTags whether a changed object loses the tags that the credential may not read;
 *     otherwise the change is refused
 * @param timeStamp writes the time of a file into the metadata that is published with it
 */
public record WriteSettings(
    long maxStagingBytes,
    long maxHoleBytes,
    int parallelParts,
    Duration timeout,
    Duration readTimeout,
    long partBytes,
    long copyBytes,
    Duration retryFirst,
    Duration retryMost,
    Duration lateness,
    boolean dropsTags,
    TimeStamp timeStamp) {

  /** Settings that suffice for a node of ordinary size. */
  public static final WriteSettings DEFAULT =
      new WriteSettings(
          64L << 30,
          64L << 30,
          8,
          Duration.ofMinutes(10),
          Duration.ofSeconds(60),
          8L << 20,
          512L << 20,
          Duration.ofSeconds(1),
          Duration.ofMinutes(1),
          Duration.ofSeconds(10),
          false,
          TimeStamp.NONE);

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException that names the setting that is not positive
   */
  public WriteSettings {
    positive("maxStagingBytes", maxStagingBytes);
    if (maxHoleBytes < 0) {
      throw new IllegalArgumentException("maxHoleBytes must not be negative");
    }
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

  /**
   * Returns these settings so that each file is sent in one request, and copied in one.
   *
   * @param most most bytes of a request
   */
  WriteSettings sendingWhole(long most) {
    return new WriteSettings(
        maxStagingBytes,
        maxHoleBytes,
        parallelParts,
        timeout,
        readTimeout,
        most,
        most,
        retryFirst,
        retryMost,
        lateness,
        dropsTags,
        timeStamp);
  }

  /** Returns these settings with what a volume says. */
  public WriteSettings of(long holeBytes, boolean givesTagsUp, TimeStamp stamp) {
    return new WriteSettings(
        maxStagingBytes,
        holeBytes,
        parallelParts,
        timeout,
        readTimeout,
        partBytes,
        copyBytes,
        retryFirst,
        retryMost,
        lateness,
        givesTagsUp,
        stamp);
  }
}
