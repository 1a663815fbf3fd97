package io.windlass.rpc;

import io.grpc.HandlerRegistry;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Handler for every method that does not exist. It answers UNIMPLEMENTED, as gRPC itself would, but
 * with a line in the log, which reveals a sidecar that speaks another version of the API.
 */
final class UnknownMethods extends HandlerRegistry {
  /**
   * Name of all these methods in the metrics: names that callers make up would be labels without
   * end.
   */
  private static final String LABEL = "unknown";

  private final CallObserver observer;

  UnknownMethods(CallObserver observer) {
    this.observer = observer;
  }

  @Override
  public ServerMethodDefinition<?, ?> lookupMethod(String method, @Nullable String authority) {
    MethodDescriptor<InputStream, InputStream> descriptor =
        MethodDescriptor.newBuilder(new Raw(), new Raw())
            .setType(MethodDescriptor.MethodType.UNKNOWN)
            .setFullMethodName(method)
            .build();
    return ServerMethodDefinition.create(
        descriptor,
        (call, headers) ->
            observer.observe(method, LABEL, call, headers, UnknownMethods::turnAway));
  }

  private static <Q, R> ServerCall.Listener<Q> turnAway(ServerCall<Q, R> call, Metadata headers) {
    String method = Text.cut(call.getMethodDescriptor().getFullMethodName(), 256);
    Status status = Status.UNIMPLEMENTED.withDescription("this driver has no method " + method);
    call.close(status, new Metadata());
    return new ServerCall.Listener<>() {};
  }

  /** Marshaller that does not parse messages. */
  private static final class Raw implements MethodDescriptor.Marshaller<InputStream> {
    @Override
    public InputStream stream(InputStream message) {
      return message;
    }

    @Override
    public InputStream parse(InputStream message) {
      return message;
    }
  }
}
