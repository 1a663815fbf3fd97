package io.windlass.fs.journal;

import com.google.protobuf.Timestamp;
import java.time.Instant;

/** Converts times to those of records, and back. */
public final class Times {
  private Times() {}

  public static Timestamp encode(Instant time) {
    return Timestamp.newBuilder()
        .setSeconds(time.getEpochSecond())
        .setNanos(time.getNano())
        .build();
  }

  public static Instant decode(Timestamp time) {
    return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
  }
}
