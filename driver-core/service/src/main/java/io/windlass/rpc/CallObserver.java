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
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The outermost layer of every call: sees how it ended, whoever ended it, and hands that to the log
 * and the metrics once.
 */
final class CallObserver implements ServerInterceptor {
  private static final Status GIVEN_UP =
      Status.CANCELLED.withDescription("it was cancelled before it was answered");

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
    Consumer<Status> ended =
        status -> {
          if (record.end()) {
            metrics.ended(label, status.getCode(), record.nanos());
            log.ended(method, quiet.test(method), record, status);
          }
        };
    ServerCall<Q, R> watched =
        new SimpleForwardingServerCall<>(call) {
          // Before the answer: a caller that is answered calls again, and lines that wait for the
          // log must not heap up.
          @Override
          public void close(Status status, Metadata trailers) {
            ended.accept(call.isCancelled() ? GIVEN_UP : status);
            super.close(status, trailers);
          }
        };
    Context context = Context.current().withValue(CallRecord.KEY, record);
    return new SimpleForwardingServerCallListener<>(
        Contexts.interceptCall(context, watched, headers, next)) {
      @Override
      public void onCancel() {
        ended.accept(GIVEN_UP);
        super.onCancel();
      }
    };
  }
}
