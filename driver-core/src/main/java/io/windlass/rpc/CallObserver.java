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
import java.util.function.Predicate;

/**
 * The outermost layer of every call: sees how it ended, whoever ended it, and hands that to the log
 * and the metrics once.
 */
final class CallObserver implements ServerInterceptor {
  private final CallLog log;
  private final CallMetrics metrics;
  private final Predicate<String> quiet;

  /**
   * @param quiet full names of methods that are not worth a line when they succeed
   */
  CallObserver(CallLog log, CallMetrics metrics, Predicate<String> quiet) {
    this.log = log;
    this.metrics = metrics;
    this.quiet = quiet;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    String method = call.getMethodDescriptor().getFullMethodName();
    return observe(method, method, call, headers, next);
  }

  /**
   * @param method as the log names it
   * @param label as the metrics name it: one of a bounded number
   */
  <Q, R> ServerCall.Listener<Q> observe(
      String method,
      String label,
      ServerCall<Q, R> call,
      Metadata headers,
      ServerCallHandler<Q, R> next) {
    CallRecord record = new CallRecord();
    metrics.started();
    ServerCall<Q, R> watched =
        new SimpleForwardingServerCall<>(call) {
          @Override
          public void close(Status status, Metadata trailers) {
            record.answered(status);
            super.close(status, trailers);
          }
        };
    Context context = Context.current().withValue(CallRecord.KEY, record);
    return new SimpleForwardingServerCallListener<>(
        Contexts.interceptCall(context, watched, headers, next)) {
      @Override
      public void onComplete() {
        ended(record.answer().orElse(Status.OK));
        super.onComplete();
      }

      @Override
      public void onCancel() {
        ended(
            record.answer().isPresent() && !record.answer().get().isOk()
                ? record.answer().get()
                : Status.CANCELLED.withDescription("it was cancelled before it was answered"));
        super.onCancel();
      }

      private void ended(Status status) {
        metrics.ended(label, status.getCode(), record.nanos());
        log.ended(method, quiet.test(method), record, status);
      }
    };
  }
}
