package io.windlass.store.s3;

import software.amazon.awssdk.core.metrics.CoreMetric;
import software.amazon.awssdk.metrics.MetricCollection;
import software.amazon.awssdk.metrics.MetricPublisher;

/** How often the SDK sent the request of one call, which is told before the call returns. */
final class Attempts implements MetricPublisher {
  private volatile int retries;

  @Override
  public void publish(MetricCollection call) {
    retries = call.metricValues(CoreMetric.RETRY_COUNT).stream().mapToInt(Integer::intValue).sum();
  }

  /** Whether the server may have done more than the answer says. */
  boolean areSeveral() {
    return retries > 0;
  }

  @Override
  public void close() {}
}
