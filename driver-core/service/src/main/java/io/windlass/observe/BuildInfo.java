package io.windlass.observe;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * What a process was built from: the labels of the metric {@code windlass_build_info}.
 *
 * @param version of the project
 * @param commit that was built
 */
public record BuildInfo(String version, String commit) {

  /** Registers the metric, which is always 1. */
  public void register(MeterRegistry meters) {
    Gauge.builder("windlass.build.info", () -> 1)
        .description("Version and commit of this process")
        .tag("version", version)
        .tag("commit", commit)
        .register(meters);
  }
}
