package io.windlass.store.s3.object;

import software.amazon.awssdk.core.metrics.CoreMetric;
import software.amazon.awssdk.metrics.MetricCollection;
import software.amazon.awssdk.metrics.MetricPublisher;

/**
 * Counter of the SDK's retries of one call. The SDK publishes the metric before the call returns.
 */
final class Attempts implements MetricPublisher {
  private volatile int retries;

  @Override
  public void publish(MetricCollection call) {
    retries = call.metricValues(CoreMetric.RETRY_COUNT).stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * Returns whether the request was sent more than once, so that the server may have done more than
   * the answer says.
   */
  boolean areSeveral() {
    return retries > 0;
  }

  @Override
  public void close() {}
}
