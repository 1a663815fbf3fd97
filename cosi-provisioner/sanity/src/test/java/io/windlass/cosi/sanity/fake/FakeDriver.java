package io.windlass.cosi.sanity.fake;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.windlass.cosi.sanity.wire.Endpoint;
import io.windlass.proto.cosi.rev.Revision;
import io.windlass.proto.cosi.v1alpha1.CosiV1Alpha1Proto;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A driver on a socket: v1alpha1, or one revision of v1alpha2. */
public final class FakeDriver implements AutoCloseable {
  private final Path socket;
  private final Optional<Revision> revision;
  private final FakeS3 s3;
  private final FakeCore core;
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private Server server;

  /**
   * Starts it.
   *
   * @param revision empty: v1alpha1
   */
  public FakeDriver(Path socket, Optional<Revision> revision, Fault fault) {
    this.socket = socket;
    this.revision = revision;
    this.s3 = new FakeS3(fault);
    this.core = new FakeCore(fault, s3);
    this.server = start();
  }

  /** Returns the endpoint of the driver. */
  public Endpoint endpoint() {
    return new Endpoint(socket);
  }

  /** Ends it in the middle of whatever it does, and starts it again. */
  public void restart() {
    stop();
    core.restart();
    server = start();
  }

  /** Tells it which check comes next: its calls that collide wait for each other. */
  public void checking(String check) {
    core.checking(check);
  }

  /** Returns whether it has neither buckets nor grants. */
  public boolean isEmpty() {
    return core.isEmpty();
  }

  /** Returns the buckets and keys on the storage server. */
  public Set<String> storage() {
    Set<String> all = new TreeSet<>(s3.bucketNames());
    all.addAll(s3.keyIds());
    return all;
  }

  private Server start() {
    try {
      Files.deleteIfExists(socket);
      NettyServerBuilder builder =
          NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(socket))
              .channelType(NioServerDomainSocketChannel.class)
              .bossEventLoopGroup(loops)
              .workerEventLoopGroup(loops)
              .withChildOption(ChannelOption.SO_KEEPALIVE, null)
              .executor(threads);
      revision.ifPresentOrElse(r -> v1alpha2(builder, r), () -> v1alpha1(builder));
      return builder.build().start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void v1alpha1(NettyServerBuilder builder) {
    FakeV1Alpha1 driver = new FakeV1Alpha1(core);
    for (ServiceDescriptor service : CosiV1Alpha1Proto.getDescriptor().getServices()) {
      builder.addService(
          define(
              service,
              service.getFullName(),
              (method, bytes) -> FakeCalls.v1alpha1(driver, method, bytes).toByteArray()));
    }
  }

  private void v1alpha2(NettyServerBuilder builder, Revision r) {
    FakeV1Alpha2 driver = new FakeV1Alpha2(core, r);
    for (ServiceDescriptor service : r.file().getServices()) {
      builder.addService(
          define(
              service,
              "sigs.k8s.io.cosi.v1alpha2." + service.getName(),
              (method, bytes) -> {
                RevisionCodec codec = new RevisionCodec(method);
                Message answer = FakeCalls.v1alpha2(driver, method, codec.request(bytes));
                return codec.answer(answer);
              }));
    }
  }

  private interface Handler {
    byte[] handle(MethodDescriptor method, byte[] request) throws InvalidProtocolBufferException;
  }

  private static ServerServiceDefinition define(
      ServiceDescriptor service, String name, Handler handler) {
    ServerServiceDefinition.Builder definition = ServerServiceDefinition.builder(name);
    for (MethodDescriptor method : service.getMethods()) {
      definition.addMethod(
          io.grpc.MethodDescriptor.<byte[], byte[]>newBuilder()
              .setType(MethodType.UNARY)
              .setFullMethodName(name + "/" + method.getName())
              .setRequestMarshaller(new Bytes())
              .setResponseMarshaller(new Bytes())
              .build(),
          ServerCalls.asyncUnaryCall((byte[] request, StreamObserver<byte[]> reply) -> {
            try {
              reply.onNext(handler.handle(method, request));
              reply.onCompleted();
            } catch (StatusRuntimeException e) {
              reply.onError(e);
            } catch (InvalidProtocolBufferException e) {
              reply.onError(Status.DATA_LOSS.withCause(e).asRuntimeException());
            }
          }));
    }
    return definition.build();
  }

  /** Messages as they are on the wire. */
  private static final class Bytes implements Marshaller<byte[]> {
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

  private void stop() {
    server.shutdownNow();
    try {
      server.awaitTermination(2, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stop();
    threads.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    s3.close();
  }
}
