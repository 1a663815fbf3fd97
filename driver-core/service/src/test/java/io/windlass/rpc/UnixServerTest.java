package io.windlass.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.DynamicMessage;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.ClientCalls;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.windlass.clock.RunningClock;
import io.windlass.observe.Tracing;
import io.windlass.operation.Deadline;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnixServerTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  @TempDir private Path directory;

  private UnixEndpoint endpoint() {
    return new UnixEndpoint(directory.resolve("driver.sock"));
  }

  private UnixServer start(Transport transport, Duration stopTimeout, TestService service)
      throws IOException {
    ServerSettings settings =
        new ServerSettings(endpoint(), 0660, Optional.empty(), stopTimeout, transport);
    return UnixServer.start(
        settings, TestService.RULES, new SimpleMeterRegistry(), Tracing.off(), List.of(service));
  }

  @ParameterizedTest
  @EnumSource
  void servesClientsOfEitherTransport(Transport transport) throws IOException {
    try (UnixServer server = start(transport, LONG, TestService.echo())) {
      for (Transport clients : Transport.values()) {
        try (UnixChannel channel = UnixChannel.open(server.endpoint(), clients)) {
          DynamicMessage request = TestProto.named("hello");
          assertThat(TestService.call(channel.grpc(), request)).isEqualTo(request);
        }
      }
    }
  }

  @Test
  void epollIsTheBestWhereItIs() {
    assertThat(Transport.best()).isEqualTo(Transport.EPOLL);
  }

  /** So a busy node is no silent server: the time in which the driver cannot run does not count. */
  @Test
  void callsCountTheTimeInWhichTheDriverCanRun() throws IOException {
    AtomicReference<LongSupplier> clock = new AtomicReference<>(System::nanoTime);
    TestService service =
        TestService.answering(request -> {
          clock.set(Deadline.clock());
          return request;
        });
    try (UnixServer server = start(Transport.best(), LONG, service);
        UnixChannel channel = UnixChannel.open(server.endpoint(), Transport.best())) {
      DynamicMessage _ = TestService.call(channel.grpc(), TestProto.named("a"));
      assertThat(clock.get()).isInstanceOf(RunningClock.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void callsInFlightFinish(Transport transport) throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    TestService service =
        TestService.answering(request -> {
          entered.countDown();
          release.await();
          return request;
        });
    UnixServer server = start(transport, LONG, service);
    try (UnixChannel channel = UnixChannel.open(server.endpoint(), transport);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<DynamicMessage> call =
          threads.submit(() -> TestService.call(channel.grpc(), TestProto.named("a")));
      entered.await();
      Future<?> close = threads.submit(server::close);
      // The socket is gone and a successor can listen, while the call is still running.
      await().until(() -> !directory.resolve("driver.sock").toFile().exists());
      try (UnixServer successor = start(transport, LONG, TestService.echo());
          UnixChannel next = UnixChannel.open(successor.endpoint(), transport)) {
        assertThat(TestService.call(next.grpc(), TestProto.named("b"))).isNotNull();
        assertThat(call).isNotDone();
        release.countDown();
        assertThat(call.get()).isEqualTo(TestProto.named("a"));
        close.get();
        // Nor did the end of the first take the successor's socket away.
        try (UnixChannel later = UnixChannel.open(successor.endpoint(), transport)) {
          assertThat(TestService.call(later.grpc(), TestProto.named("c"))).isNotNull();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void callsThatDoNotFinishAreCancelled(Transport transport) throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    TestService service =
        TestService.answering(request -> {
          entered.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
          return request;
        });
    UnixServer server = start(transport, Duration.ofMillis(50), service);
    try (UnixChannel channel = UnixChannel.open(server.endpoint(), transport);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<DynamicMessage> call =
          threads.submit(() -> TestService.call(channel.grpc(), TestProto.EMPTY));
      entered.await();
      server.close();
      assertThat(interrupted.await(2, TimeUnit.MINUTES)).isTrue();
      assertThatThrownBy(call::get).hasCauseInstanceOf(StatusRuntimeException.class);
    }
  }

  /** Initialised by calls, and only when the test has seen that others are answered meanwhile. */
  private static final class SlowClass {
    static final CountDownLatch MAY_END = new CountDownLatch(1);

    private SlowClass() {}

    static final class Waiting {
      static final boolean READY = awaited();

      private Waiting() {}

      private static boolean awaited() {
        try {
          return MAY_END.await(5, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
          return false;
        }
      }
    }
  }

  /**
   * Virtual threads would block here: each keeps a carrier, and there is one for each processor.
   */
  @Test
  void callsThatCannotLeaveTheirThreadKeepNoOtherWaiting() throws Exception {
    int calls = Runtime.getRuntime().availableProcessors() + 1;
    CountDownLatch entered = new CountDownLatch(calls);
    TestService service =
        TestService.answering(request -> {
          if (request.equals(TestProto.named("slow"))) {
            entered.countDown();
            assertThat(SlowClass.Waiting.READY).isTrue();
          }
          return request;
        });
    try (UnixServer server = start(Transport.best(), LONG, service);
        UnixChannel channel = UnixChannel.open(server.endpoint().toString());
        ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<DynamicMessage>> slow = new ArrayList<>();
      for (int i = 0; i < calls; i++) {
        slow.add(threads.submit(() -> TestService.call(channel.grpc(), TestProto.named("slow"))));
      }
      try {
        assertThat(entered.await(2, TimeUnit.MINUTES)).isTrue();
        Future<DynamicMessage> quick =
            threads.submit(() -> TestService.call(channel.grpc(), TestProto.named("quick")));
        assertThat(quick.get(2, TimeUnit.MINUTES)).isEqualTo(TestProto.named("quick"));
      } finally {
        SlowClass.MAY_END.countDown();
      }
      for (Future<DynamicMessage> each : slow) {
        assertThat(each.get()).isEqualTo(TestProto.named("slow"));
      }
    }
  }

  /** A watch never ends by itself: waiting for it would make every stop as long as it may be. */
  @Test
  void openWatchDoesNotDelayTheStop() throws Exception {
    UnixServer server = start(Transport.best(), LONG, TestService.echo());
    try (UnixChannel channel = UnixChannel.open(server.endpoint().toString())) {
      var watch =
          HealthGrpc.newBlockingStub(channel.grpc()).watch(HealthCheckRequest.getDefaultInstance());
      assertThat(watch.next().getStatus()).isEqualTo(ServingStatus.SERVING);
      server.close();
      // Whether the watcher still hears NOT_SERVING is a race with the end of its connection.
      assertThatThrownBy(() -> watch.forEachRemaining(_ -> {}))
          .isInstanceOf(StatusRuntimeException.class);
    }
  }

  @Test
  void closingTwiceDoesNoHarm() throws Exception {
    UnixServer server = start(Transport.best(), LONG, TestService.echo());
    server.close();
    server.close();
    server.awaitClose();
  }

  @Test
  void oneCallTooManyIsTurnedAwayAndHealthIsNot() throws Exception {
    CountDownLatch entered = new CountDownLatch(UnixServer.MAX_CALLS);
    CountDownLatch release = new CountDownLatch(1);
    TestService service =
        TestService.answering(request -> {
          entered.countDown();
          release.await();
          return request;
        });
    try (UnixServer server = start(Transport.best(), LONG, service);
        UnixChannel channel = UnixChannel.open(server.endpoint().toString());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<DynamicMessage>> calls = new ArrayList<>();
      for (int i = 0; i < UnixServer.MAX_CALLS; i++) {
        calls.add(threads.submit(() -> TestService.call(channel.grpc(), TestProto.EMPTY)));
      }
      entered.await();
      assertThatThrownBy(() -> TestService.call(channel.grpc(), TestProto.EMPTY))
          .satisfies(
              e -> assertThat(Status.fromThrowable(e).getCode()).isEqualTo(Status.Code.UNAVAILABLE))
          .hasMessageContaining("256 calls");
      assertThat(health(channel, "")).isEqualTo(ServingStatus.SERVING);
      release.countDown();
      for (Future<DynamicMessage> call : calls) {
        assertThat(call.get()).isEqualTo(TestProto.EMPTY);
      }
      // A caller has its answer just before the place of its call is free.
      await()
          .ignoreExceptions()
          .until(() -> TestService.call(channel.grpc(), TestProto.EMPTY).equals(TestProto.EMPTY));
    }
  }

  @Test
  void healthKnowsEachService() throws Exception {
    try (UnixServer server = start(Transport.best(), LONG, TestService.echo());
        UnixChannel channel = UnixChannel.open(server.endpoint().toString())) {
      assertThat(health(channel, "")).isEqualTo(ServingStatus.SERVING);
      assertThat(health(channel, TestService.NAME)).isEqualTo(ServingStatus.SERVING);
      server.serving(false);
      assertThat(health(channel, "")).isEqualTo(ServingStatus.NOT_SERVING);
      assertThat(health(channel, TestService.NAME)).isEqualTo(ServingStatus.NOT_SERVING);
      assertThatThrownBy(() -> health(channel, "another"))
          .satisfies(
              e -> assertThat(Status.fromThrowable(e).getCode()).isEqualTo(Status.Code.NOT_FOUND));
    }
  }

  /** By both its names: tools differ in which they ask for. */
  @ParameterizedTest
  @ValueSource(strings = {"grpc.reflection.v1", "grpc.reflection.v1alpha"})
  void reflectionShowsTheServices(String version) throws Exception {
    MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> method =
        ServerReflectionGrpc.getServerReflectionInfoMethod().toBuilder()
            .setFullMethodName(version + ".ServerReflection/ServerReflectionInfo")
            .build();
    try (UnixServer server = start(Transport.best(), LONG, TestService.echo());
        UnixChannel channel = UnixChannel.open(server.endpoint().toString())) {
      var list = ServerReflectionRequest.newBuilder().setListServices("").build();
      assertThat(reflect(channel, method, list).getListServicesResponse().getServiceList())
          .extracting(ServiceResponse::getName)
          .contains(TestService.NAME, "grpc.health.v1.Health");
      var file =
          ServerReflectionRequest.newBuilder().setFileContainingSymbol(TestService.NAME).build();
      assertThat(
              reflect(channel, method, file).getFileDescriptorResponse().getFileDescriptorProto(0))
          .isEqualTo(TestProto.FILE.toProto().toByteString());
    }
  }

  private static ServerReflectionResponse reflect(
      UnixChannel channel,
      MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> method,
      ServerReflectionRequest question) {
    var asOneQuestion =
        method.toBuilder().setType(MethodDescriptor.MethodType.SERVER_STREAMING).build();
    return ClientCalls.blockingServerStreamingCall(
            channel.grpc(), asOneQuestion, CallOptions.DEFAULT, question)
        .next();
  }

  private static ServingStatus health(UnixChannel channel, String service) {
    return HealthGrpc.newBlockingStub(channel.grpc())
        .check(HealthCheckRequest.newBuilder().setService(service).build())
        .getStatus();
  }
}
