package io.windlass.cli.call;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.grpc.CallOptions;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.windlass.rpc.UnixChannel;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.node.ObjectNode;

/** Calls a driver with JSON and shows its answers as JSON, under the names of the proto. */
public final class ApiClient implements AutoCloseable {
  private final String endpoint;
  private final UnixChannel channel;
  private final Duration timeout;

  /**
   * Connects when first asked to call.
   *
   * @param timeout longest that a call takes
   * @throws IllegalArgumentException when {@code endpoint} is none
   */
  public ApiClient(String endpoint, Duration timeout) {
    this.endpoint = endpoint;
    this.channel = UnixChannel.open(endpoint);
    this.timeout = timeout;
  }

  /**
   * Makes a request of JSON.
   *
   * @throws IllegalArgumentException when it is no such message
   */
  public static DynamicMessage request(MethodDescriptor method, String json) {
    DynamicMessage.Builder request = DynamicMessage.newBuilder(method.getInputType());
    try {
      JsonFormat.parser().merge(json, request);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(
          "this is no %s: %s".formatted(method.getInputType().getName(), e.getMessage()), e);
    }
    return request.build();
  }

  /**
   * Calls, and waits for the answer.
   *
   * @throws StatusException when the driver does not answer OK
   */
  public ObjectNode call(MethodDescriptor method, DynamicMessage request) throws StatusException {
    DynamicMessage answer =
        ClientCalls.blockingV2UnaryCall(
            channel.grpc(),
            grpc(method),
            CallOptions.DEFAULT.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS),
            request);
    try {
      return ApiJson.print(answer);
    } catch (InvalidProtocolBufferException e) {
      throw Status.INTERNAL
          .withDescription("the answer cannot be shown: " + e.getMessage())
          .withCause(e)
          .asException();
    }
  }

  /** A failure in words; where nobody answered at all, why that is. */
  public String explain(StatusException failure) {
    Status status = failure.getStatus();
    return switch (status.getCause()) {
      case FileNotFoundException _ ->
          "there is no socket %s: is the driver running?".formatted(endpoint);
      case ConnectException _ ->
          "nothing listens on %s: is the driver running?".formatted(endpoint);
      case IOException e -> "cannot connect to %s: %s".formatted(endpoint, e.getMessage());
      case null, default -> status.getCode() + ": " + status.getDescription();
    };
  }

  private static io.grpc.MethodDescriptor<DynamicMessage, DynamicMessage> grpc(
      MethodDescriptor method) {
    return io.grpc.MethodDescriptor.<DynamicMessage, DynamicMessage>newBuilder()
        .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(method.getService().getFullName() + "/" + method.getName())
        .setRequestMarshaller(
            ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(method.getInputType())))
        .setResponseMarshaller(
            ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(method.getOutputType())))
        .build();
  }

  @Override
  public void close() {
    channel.close();
  }
}
