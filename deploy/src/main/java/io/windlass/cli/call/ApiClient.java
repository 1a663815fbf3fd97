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

/** Client of a driver with requests and answers in JSON, with the field names of the proto. */
public final class ApiClient implements AutoCloseable {
  private final String endpoint;
  private final UnixChannel channel;
  private final Duration timeout;

  /**
   * Makes a client, which connects at the first call.
   *
   * @param timeout longest time of a call
   * @throws IllegalArgumentException when {@code endpoint} is not valid
   */
  public ApiClient(String endpoint, Duration timeout) {
    this.endpoint = endpoint;
    this.channel = UnixChannel.open(endpoint);
    this.timeout = timeout;
  }

  /**
   * Parses a request in JSON.
   *
   * @throws IllegalArgumentException when it is not a request of this method
   */
  public static DynamicMessage request(MethodDescriptor method, String json) {
    DynamicMessage.Builder request = DynamicMessage.newBuilder(method.getInputType());
    try {
      JsonFormat.parser().merge(json, request);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(
          ApiJson.malformed(json)
              .or(() -> RequestMistake.of(method.getInputType(), ApiJson.read(json)))
              .orElseGet(() ->
                  "the request is not a valid %s: %s"
                      .formatted(method.getInputType().getName(), e.getMessage())),
          e);
    }
    return request.build();
  }

  /**
   * Makes a call, and waits for the answer.
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

  /** Returns a failure in words; if there was no connection, says why. */
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
