package io.windlass.fs.write;

import com.google.protobuf.Timestamp;
import java.time.Instant;

/** Converts times to those of records, and back. */
final class Times {
  private Times() {}

  static Timestamp encode(Instant time) {
    return Timestamp.newBuilder()
        .setSeconds(time.getEpochSecond())
        .setNanos(time.getNano())
        .build();
  }

  static Instant decode(Timestamp time) {
    return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
  }
}
