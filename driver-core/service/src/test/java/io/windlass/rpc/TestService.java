package io.windlass.rpc;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import io.grpc.BindableService;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.protobuf.ProtoFileDescriptorSupplier;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Serves {@link TestProto} with whatever the test wants a call to do. */
final class TestService implements BindableService {
  static final String NAME = "windlass.test.Test";
  static final MethodDescriptor<DynamicMessage, DynamicMessage> CALL = method("Call");
  static final MethodDescriptor<DynamicMessage, DynamicMessage> PROBE = method("Probe");

  /**
   * Rules like those of a spec: names are ids, the map of secrets is secret, a Probe is not logged.
   */
  static final RpcRules RULES =
      new RpcRules(
          FieldLimits.GENERAL,
          new Redactor(field -> field.getName().equals("secrets")),
          new Subject(List.of(new Subject.Field("name", "name"))),
          Set.of(NAME + "/Probe"));

  private final Handler handler;

  /** A handler as generated code would call it. */
  @FunctionalInterface
  interface Handler {
    void call(DynamicMessage request, StreamObserver<DynamicMessage> answer) throws Exception;
  }

  /** A handler that answers with what it returns. */
  @FunctionalInterface
  interface Answer {
    DynamicMessage to(DynamicMessage request) throws Exception;
  }

  private TestService(Handler handler) {
    this.handler = handler;
  }

  static TestService handling(Handler handler) {
    return new TestService(handler);
  }

  static TestService answering(Answer answer) {
    return new TestService((request, observer) -> {
      observer.onNext(answer.to(request));
      observer.onCompleted();
    });
  }

  static TestService echo() {
    return answering(request -> request);
  }

  static DynamicMessage call(Channel channel, DynamicMessage request) {
    return call(channel, CALL, request);
  }

  static <Q, R> R call(Channel channel, MethodDescriptor<Q, R> method, Q request) {
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(Duration.ofMinutes(5));
    return ClientCalls.blockingUnaryCall(channel, method, options, request);
  }

  /** The method as a client sees it that sends what it likes. */
  static MethodDescriptor<byte[], byte[]> raw(String fullName) {
    return MethodDescriptor.newBuilder(new Bytes(), new Bytes())
        .setType(MethodType.UNARY)
        .setFullMethodName(fullName)
        .build();
  }

  private static MethodDescriptor<DynamicMessage, DynamicMessage> method(String name) {
    return MethodDescriptor.newBuilder(
            ProtoUtils.marshaller(TestProto.EMPTY), ProtoUtils.marshaller(TestProto.EMPTY))
        .setType(MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(NAME, name))
        .build();
  }

  @Override
  public ServerServiceDefinition bindService() {
    ServiceDescriptor descriptor =
        ServiceDescriptor.newBuilder(NAME)
            .setSchemaDescriptor(new Schema())
            .addMethod(CALL)
            .addMethod(PROBE)
            .build();
    return ServerServiceDefinition.builder(descriptor)
        .addMethod(CALL, ServerCalls.asyncUnaryCall(this::handle))
        .addMethod(PROBE, ServerCalls.asyncUnaryCall(this::handle))
        .build();
  }

  private void handle(DynamicMessage request, StreamObserver<DynamicMessage> answer) {
    try {
      handler.call(request, answer);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private record Schema() implements ProtoFileDescriptorSupplier {
    @Override
    public FileDescriptor getFileDescriptor() {
      return TestProto.FILE;
    }
  }

  private record Bytes() implements MethodDescriptor.Marshaller<byte[]> {
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
