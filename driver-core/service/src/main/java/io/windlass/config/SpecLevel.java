package io.windlass.config;

import io.windlass.setting.Format;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Release of the CSI spec that is spoken where releases differ. */
public enum SpecLevel {
  V1_10("1.10"),
  V1_11("1.11"),
  V1_12("1.12"),
  V1_13("1.13");

  private final String text;

  SpecLevel(String text) {
    this.text = text;
  }

  /** Returns whether the release has the health calls, which replace the volume condition. */
  public boolean hasHealthCalls() {
    return compareTo(V1_13) >= 0;
  }

  /** Returns whether the release has GetSnapshot. */
  public boolean hasGetSnapshot() {
    return compareTo(V1_12) >= 0;
  }

  /** Returns whether the release has topologies for snapshots. */
  public boolean hasSnapshotTopology() {
    return compareTo(V1_13) >= 0;
  }

  static Format<SpecLevel> format() {
    return new Format<>(
        "one of "
            + Arrays.stream(values()).map(SpecLevel::toString).collect(Collectors.joining(", ")),
        text ->
            Arrays.stream(values())
                .filter(level -> level.text.equals(text))
                .findFirst()
                .orElseThrow());
  }

  @Override
  public String toString() {
    return text;
  }
}
