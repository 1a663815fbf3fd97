package io.windlass.rpc;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.windlass.observe.Tracing;
import io.windlass.operation.CurrentSpan;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The outermost layer around every call: passes the outcome to the log, the metrics and the trace
 * once, whichever side ended the call.
 */
final class CallObserver implements ServerInterceptor {
  private static final Status GIVEN_UP =
      Status.CANCELLED.withDescription("it was cancelled before it was answered");

  private final CallLog log;
  private final CallMetrics metrics;
  private final Tracing tracing;
  private final Predicate<String> quiet;

  /**
   * Creates the layer.
   *
   * @param quiet matches full names of methods whose success is logged at debug level only, and
   *     that are not traced
   */
  CallObserver(CallLog log, CallMetrics metrics, Tracing tracing, Predicate<String> quiet) {
    this.log = log;
    this.metrics = metrics;
    this.tracing = tracing;
    this.quiet = quiet;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    String method = call.getMethodDescriptor().getFullMethodName();
    return observe(method, method, call, headers, next);
  }

  /**
   * Observes one call.
   *
   * @param method name of the method in the log
   * @param label name of the method in the metrics: one of a bounded number
   */
  <Q, R> ServerCall.Listener<Q> observe(
      String method,
      String label,
      ServerCall<Q, R> call,
      Metadata headers,
      ServerCallHandler<Q, R> next) {
    CallRecord record =
        new CallRecord(
            quiet.test(method) ? Optional.empty() : CallSpan.begin(tracing, label, headers));
    metrics.started();
    Consumer<Status> ended =
        status -> {
          if (record.end()) {
            metrics.ended(label, status.getCode(), record.nanos());
            log.ended(method, quiet.test(method), record, status);
            record.span().ifPresent(span -> CallSpan.end(span, record, status));
          }
        };
    ServerCall<Q, R> watched =
        new SimpleForwardingServerCall<>(call) {
          // This comes before the answer: a caller that has its answer calls again, and calls that
          // wait for the log must not pile up.
          @Override
          public void close(Status status, Metadata trailers) {
            ended.accept(call.isCancelled() ? GIVEN_UP : status);
            super.close(status, trailers);
          }
        };
    Context context = Context.current().withValue(CallRecord.KEY, record);
    return new SimpleForwardingServerCallListener<>(
        Contexts.interceptCall(context, watched, headers, next)) {
      // Here the handler runs.
      @Override
      public void onHalfClose() {
        CurrentSpan.during(record.span(), super::onHalfClose);
      }

      @Override
      public void onCancel() {
        ended.accept(GIVEN_UP);
        super.onCancel();
      }
    };
  }
}
