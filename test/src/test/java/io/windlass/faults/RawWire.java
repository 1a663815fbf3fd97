package io.windlass.faults;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.windlass.test.driver.Sockets;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Sends bytes for requests, and gives bytes for answers. May be used by several threads. */
public final class RawWire implements AutoCloseable {
  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  private final ManagedChannel channel;

  public RawWire(Path socket) {
    this.channel = Sockets.channel(socket);
  }

  /**
   * What came back.
   *
   * @param message the answer, empty unless the code is OK
   * @param text the status message
   * @param details whether the status carried details
   * @param lost why there was no answer from the driver, empty if it answered
   */
  public record Reply(
      Code code, ByteString message, String text, boolean details, Optional<Throwable> lost) {}

  /** Calls {@code package.Service/Method}. */
  public Reply call(String method, byte[] request) {
    MethodDescriptor<byte[], byte[]> descriptor =
        MethodDescriptor.<byte[], byte[]>newBuilder(new Bytes(), new Bytes())
            .setType(MethodType.UNARY)
            .setFullMethodName(method)
            .build();
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(Fleet.LONGEST_CALL.toSeconds(), TimeUnit.SECONDS);
    try {
      byte[] answer = ClientCalls.blockingUnaryCall(channel, descriptor, options, request);
      return new Reply(Code.OK, ByteString.copyFrom(answer), "", false, Optional.empty());
    } catch (StatusRuntimeException e) {
      Metadata trailers = e.getTrailers();
      return new Reply(
          e.getStatus().getCode(),
          ByteString.EMPTY,
          Optional.ofNullable(e.getStatus().getDescription()).orElse(""),
          trailers != null && trailers.containsKey(DETAILS),
          Optional.ofNullable(e.getStatus().getCause()));
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  private record Bytes() implements Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
