package io.windlass.rpc;

import io.grpc.BindableService;
import io.grpc.Codec;
import io.grpc.DecompressorRegistry;
import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.windlass.clock.RunningClock;
import io.windlass.observe.Tracing;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server for the services of a spec on a Unix socket, with gRPC health and reflection. Every call
 * runs in a thread of its own, with the layers of this package around it: a line in the log,
 * metrics, a bound on calls in flight, errors by the error scheme, and the spec's rules for
 * messages.
 */
public final class UnixServer implements AutoCloseable {
  /** Most calls to the spec's services at one time, from all callers together. */
  static final int MAX_CALLS = 256;

  /**
   * Most calls to health and reflection, which have a bound of their own, so that a busy driver
   * still answers that it is alive.
   */
  private static final int MAX_SIDE_CALLS = 64;

  /** Most bytes of a request; the specs' own limits are far lower. */
  private static final int MAX_MESSAGE_BYTES = 4 << 20;

  /**
   * No decompression: it has no use on a Unix socket, and would let small requests become large
   * ones.
   */
  private static final DecompressorRegistry UNPACKED =
      DecompressorRegistry.emptyInstance().with(Codec.Identity.NONE, false);

  /** How long calls that were cancelled may take to end, and then their threads. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private static final Logger log = LoggerFactory.getLogger(UnixServer.class);

  private final ServerSettings settings;
  private final HealthStatusManager health = new HealthStatusManager();
  private final RunningClock clock = RunningClock.start();
  private final CallThreads threads = new CallThreads(clock);
  private final CallLimit limit = new CallLimit(MAX_CALLS);
  private final AtomicBoolean closed = new AtomicBoolean();
  private final List<String> names;
  private final EventLoopGroup loops;
  private final Listener listener;
  private final Server server;
  private final SocketFile file;

  /**
   * Starts a server, which serves until it is closed.
   *
   * @param services services of the spec; they may throw any exception, which {@link RpcStatus}
   *     converts
   * @throws IOException when the socket cannot be made; the message says why
   */
  public static UnixServer start(
      ServerSettings settings,
      RpcRules rules,
      MeterRegistry meters,
      Tracing tracing,
      List<? extends BindableService> services)
      throws IOException {
    Path path = settings.endpoint().path();
    Optional<GroupPrincipal> group = Optional.empty();
    if (settings.group().isPresent()) {
      group = Optional.of(SocketFile.group(path, settings.group().get()));
    }
    SocketFile.makeRoom(path);
    return new UnixServer(settings, group, rules, new CallMetrics(meters), tracing, services);
  }

  private UnixServer(
      ServerSettings settings,
      Optional<GroupPrincipal> group,
      RpcRules rules,
      CallMetrics metrics,
      Tracing tracing,
      List<? extends BindableService> services)
      throws IOException {
    CallLog calls = new CallLog();
    CallObserver observer = new CallObserver(calls, metrics, tracing, rules.quiet()::contains);
    CallObserver quiet = new CallObserver(calls, metrics, Tracing.off(), method -> true);
    Path path = settings.endpoint().path();
    this.settings = settings;
    this.names = new ArrayList<>();
    this.listener = settings.transport().listener(path);
    this.loops = settings.transport().loops("rpc-io", 2);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(listener.address())
            .channelFactory(listener::channel)
            .bossEventLoopGroup(loops)
            .workerEventLoopGroup(loops)
            // gRPC sets this option on every connection, and Netty warns that Unix sockets do not
            // have it.
            .withChildOption(ChannelOption.SO_KEEPALIVE, null)
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .decompressorRegistry(UNPACKED)
            .maxConcurrentCallsPerConnection(2 * MAX_CALLS)
            .executor(threads)
            .fallbackHandlerRegistry(new UnknownMethods(observer));
    for (BindableService service : services) {
      ServerServiceDefinition spec = ServerInterceptors.intercept(service, new Messages(rules));
      names.add(spec.getServiceDescriptor().getName());
      builder.addService(surrounded(spec, observer, limit));
    }
    CallLimit sideLimit = new CallLimit(MAX_SIDE_CALLS);
    for (BindableService service : sideServices()) {
      builder.addService(surrounded(service.bindService(), quiet, sideLimit));
    }
    this.server = builder.build();
    serving(true);
    this.file = listen(path, group);
    log.info("serving on {} ({})", settings.endpoint(), settings.transport());
  }

  /** Returns a service with the layers around it, the outermost first. */
  private static ServerServiceDefinition surrounded(
      ServerServiceDefinition service, CallObserver observer, CallLimit limit) {
    return ServerInterceptors.interceptForward(
        ServerInterceptors.useInputStreamMessages(service),
        observer,
        limit,
        new FailureInterceptor());
  }

  /** Returns health and both versions of reflection: most tools still use the older one. */
  @SuppressWarnings("deprecation")
  private List<BindableService> sideServices() {
    return List.of(
        health.getHealthService(),
        ProtoReflectionServiceV1.newInstance(),
        io.grpc.protobuf.services.ProtoReflectionService.newInstance());
  }

  private SocketFile listen(Path path, Optional<GroupPrincipal> group) throws IOException {
    try {
      server.start();
      SocketFile bound = SocketFile.bound(path);
      try {
        bound.allow(settings.mode(), group);
        return bound;
      } catch (IOException | RuntimeException e) {
        listener.release();
        bound.remove();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      server.shutdownNow();
      clock.close();
      Transport.end(loops);
      throw e;
    }
  }

  /** Returns the endpoint on which the server listens. */
  public UnixEndpoint endpoint() {
    return settings.endpoint();
  }

  /** Sets the health status of the server and of each service of the spec. At first they serve. */
  public void serving(boolean yes) {
    ServingStatus status = yes ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
    health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, status);
    names.forEach(name -> health.setStatus(name, status));
  }

  /** Waits until the server is closed. */
  public void awaitClose() throws InterruptedException {
    server.awaitTermination();
  }

  /**
   * Stops the server. The socket is removed first, so that a successor can listen at once. Calls in
   * flight go on until the stop timeout; then they are cancelled and their threads interrupted.
   * Takes at most the stop timeout and a few seconds.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    health.enterTerminalState();
    removeSocket();
    server.shutdown();
    try {
      if (!limit.close(settings.stopTimeout())) {
        log.warn("calls still run {} after the stop: cancelling them", settings.stopTimeout());
      }
      server.shutdownNow();
      threads.interrupt();
      boolean ended =
          server.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS)
              && threads.awaitIdle(GRACE);
      if (!ended) {
        log.warn("calls do not end although they were interrupted: leaving them");
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      threads.interrupt();
      Thread.currentThread().interrupt();
    }
    clock.close();
    Transport.end(loops);
  }

  /**
   * Removes the socket. The listener is released first, so that it never removes a file by its path
   * alone, not even where this fails: the file may be a successor's.
   */
  private void removeSocket() {
    listener.release();
    try {
      file.remove();
    } catch (IOException e) {
      log.warn("socket {} could not be removed", settings.endpoint(), e);
    }
  }
}
