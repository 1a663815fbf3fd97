package io.windlass.rpc;

import com.google.protobuf.Message;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.windlass.error.DriverException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The innermost layer around a call: applies a spec's rules to each request before the handler gets
 * it, and to each response before the caller gets it.
 */
final class Messages implements ServerInterceptor {
  private static final Logger log = LoggerFactory.getLogger(Messages.class);

  private final RpcRules rules;

  Messages(RpcRules rules) {
    this.rules = rules;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    CallRecord record = CallRecord.KEY.get();
    String method = call.getMethodDescriptor().getFullMethodName();
    ServerCall<Q, R> checked =
        new SimpleForwardingServerCall<>(call) {
          @Override
          public void sendMessage(R message) {
            if (message instanceof Message response) {
              leaving(method, response);
            }
            super.sendMessage(message);
          }
        };
    return new SimpleForwardingServerCallListener<>(next.startCall(checked, headers)) {
      @Override
      public void onMessage(Q message) {
        if (message instanceof Message request) {
          record.about(rules.subject().of(request));
          entering(method, request);
        }
        super.onMessage(message);
      }
    };
  }

  private void entering(String method, Message request) {
    log.atDebug().log(() -> "%s called with %s".formatted(method, rules.redactor().print(request)));
    rules
        .limits()
        .violation(request)
        .ifPresent(violation -> {
          throw new DriverException.InvalidArgument(violation);
        });
  }

  /**
   * Checks a response. One that breaks the limits is a defect of the driver, because the caller
   * could not accept it.
   */
  private void leaving(String method, Message response) {
    log.atDebug().log(() -> "%s answers %s".formatted(method, rules.redactor().print(response)));
    rules
        .limits()
        .violation(response)
        .ifPresent(violation -> {
          throw new DriverException.Unexpected("in the answer, " + violation, null);
        });
  }
}
