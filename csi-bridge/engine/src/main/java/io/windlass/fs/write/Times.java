package io.windlass.fs.write;

import com.google.protobuf.Timestamp;
import java.time.Instant;

/** Times in records. */
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
