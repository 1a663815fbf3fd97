package io.windlass.volume.snapshot;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Metrics of filling volumes: {@code windlass.volume.copied.objects} and {@code
 * windlass.volume.copied.bytes}, by backend.
 *
 * @param meters registry of the metrics
 */
record CopyMetrics(MeterRegistry meters) {
  void copied(String backend, int objects, long bytes) {
    counter("windlass.volume.copied.objects", "Objects copied into new volumes", backend)
        .increment(objects);
    counter("windlass.volume.copied.bytes", "Bytes copied into new volumes", backend)
        .increment((double) bytes);
  }

  private Counter counter(String name, String description, String backend) {
    return Counter.builder(name).description(description).tag("backend", backend).register(meters);
  }
}
