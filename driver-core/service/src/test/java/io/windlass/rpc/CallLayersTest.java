package io.windlass.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.google.protobuf.DynamicMessage;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.windlass.error.DriverException;
import io.windlass.observe.Tracing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the layers around a handler, by a client and the log. */
class CallLayersTest {
  private static final String CALL = TestService.NAME + "/Call";
  private static final String CANARY = "canary-7d20";
  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  @TempDir private Path directory;
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final CapturedLog log = CapturedLog.of(CallLog.NAME);

  @AfterEach
  void stopCapturing() {
    log.close();
  }

  /** What to do with a server and a client while they are up. */
  @FunctionalInterface
  private interface Use {
    void of(Channel channel) throws Exception;
  }

  private void serving(TestService service, Use use) throws Exception {
    ServerSettings settings = ServerSettings.at(new UnixEndpoint(directory.resolve("driver.sock")));
    try (UnixServer server =
            UnixServer.start(settings, TestService.RULES, meters, Tracing.off(), List.of(service));
        UnixChannel channel = UnixChannel.open(server.endpoint().toString())) {
      use.of(channel.grpc());
    }
  }

  private static Status refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    StatusRuntimeException e = catchThrowableOfType(StatusRuntimeException.class, call);
    assertThat(e.getTrailers())
        .isNotNull()
        .satisfies(t -> assertThat(t.keys()).doesNotContain(DETAILS.name()));
    return e.getStatus();
  }

  private Map<String, String> line() {
    await().until(() -> log.lines().stream().anyMatch(line -> line.startsWith("rpc ")));
    return log.call();
  }

  private void assertStillServes(Channel channel) {
    assertThat(TestService.call(channel, TestService.PROBE, TestProto.EMPTY))
        .isEqualTo(TestProto.EMPTY);
  }

  @Test
  void everyCallIsOneLine() throws Exception {
    serving(
        TestService.echo(),
        channel -> {
          TestService.call(channel, TestProto.named("fast/a"));
          assertThat(line())
              .containsEntry("level", "INFO")
              .containsEntry("method", CALL)
              .containsEntry("name", "fast/a")
              .containsEntry("code", "OK")
              .containsKey("ms")
              .doesNotContainKey("error");
        });
  }

  @ParameterizedTest
  @EnumSource(value = Status.Code.class, names = "OK", mode = EnumSource.Mode.EXCLUDE)
  void theLevelSaysWhoseProblemItIs(Status.Code code) throws Exception {
    serving(
        TestService.answering(request -> {
          throw Status.fromCode(code).withDescription("so it is").asRuntimeException();
        }),
        channel -> {
          refused(() -> TestService.call(channel, TestProto.named("fast/a")));
          assertThat(line())
              .containsEntry(
                  "level",
                  switch (code) {
                    case ABORTED, CANCELLED -> "INFO";
                    case INTERNAL, UNKNOWN, DATA_LOSS -> "ERROR";
                    default -> "WARN";
                  });
        });
  }

  @Test
  void quietCallsAreALineAtDebugOnly() throws Exception {
    serving(
        TestService.echo(),
        channel -> {
          TestService.call(channel, TestService.PROBE, TestProto.EMPTY);
          assertThat(line()).containsEntry("level", "DEBUG").doesNotContainKey("name");
        });
  }

  @Test
  void noValueForgesALine() throws Exception {
    TestService service =
        TestService.answering(request -> {
          throw new DriverException.NotFound("no such bucket: a\nb", null);
        });
    serving(
        service,
        channel -> {
          Status status =
              refused(() -> TestService.call(channel, TestProto.named("a\nb\u001b[0m")));
          assertThat(status.getDescription()).isEqualTo("no such bucket: a\\u000ab");
          assertThat(line())
              .containsEntry("name", "a\\u000ab\\u001b[0m")
              .containsEntry("error", "no such bucket: a\\u000ab")
              .containsEntry("level", "WARN");
        });
  }

  @Test
  void unknownMethodsAreLoggedToo() throws Exception {
    serving(
        TestService.echo(),
        channel -> {
          MethodDescriptor<byte[], byte[]> method =
              TestService.raw("sigs.k8s.io.cosi.v1alpha9.Provisioner/DriverCreateBucket");
          Status status = refused(() -> TestService.call(channel, method, new byte[0]));
          assertThat(status.getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
          assertThat(status.getDescription()).contains(method.getFullMethodName());
          assertThat(line())
              .containsEntry("method", method.getFullMethodName())
              .containsEntry("code", "UNIMPLEMENTED");
          assertThat(timer("unknown", "UNIMPLEMENTED").count()).isEqualTo(1);
        });
  }

  @Test
  void bytesThatAreNoMessageAreAnInvalidArgument() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    TestService service =
        TestService.answering(request -> {
          calls.incrementAndGet();
          return request;
        });
    byte[] invalidUtf8 = {0x0a, 0x02, (byte) 0xc3, 0x28};
    byte[] truncated = {0x0a, 0x20, 'a'};
    byte[] invalidTag = {0x00};
    byte[] noise = "GET / HTTP/1.1".getBytes(StandardCharsets.UTF_8);
    byte[] deep = new byte[4096];
    for (int i = 0; i < deep.length; i++) {
      deep[i] = 0x23; // start of a group within a group within …
    }
    for (byte[] request : List.of(invalidUtf8, truncated, invalidTag, noise, deep)) {
      try (CapturedLog own = CapturedLog.of(CallLog.NAME)) {
        serving(
            service,
            channel -> {
              Status status =
                  refused(() -> TestService.call(channel, TestService.raw(CALL), request));
              assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
              assertThat(status.getDescription()).contains("not a valid message");
            });
        assertThat(own.call())
            .containsEntry("method", CALL)
            .containsEntry("code", "INVALID_ARGUMENT");
      }
    }
    assertThat(calls).hasValue(0);
  }

  /** A server of gRPC resets a stream with a second message by itself. */
  @ParameterizedTest
  @CsvSource({"0, INVALID_ARGUMENT", "2, CANCELLED", "3, CANCELLED"})
  void notExactlyOneMessageIsRefused(int messages, Status.Code refused) throws Exception {
    AtomicInteger calls = new AtomicInteger();
    MethodDescriptor<byte[], byte[]> streaming =
        TestService.raw(CALL).toBuilder()
            .setType(MethodDescriptor.MethodType.CLIENT_STREAMING)
            .build();
    serving(
        TestService.answering(request -> {
          calls.incrementAndGet();
          return request;
        }),
        channel -> {
          StatusCatcher answer = new StatusCatcher();
          var requests =
              ClientCalls.asyncClientStreamingCall(
                  channel.newCall(streaming, CallOptions.DEFAULT), answer);
          for (int i = 0; i < messages; i++) {
            requests.onNext(new byte[0]);
          }
          requests.onCompleted();
          assertThat(answer.await().getCode()).isEqualTo(refused);
          assertThat(calls).hasValue(0);
          assertStillServes(channel);
        });
  }

  @Test
  void requestsOfUnboundedSizeAreRefused() throws Exception {
    serving(
        TestService.echo(),
        channel -> {
          DynamicMessage large = TestProto.item("blob", ByteString.copyFrom(new byte[5 << 20]));
          assertThat(refused(() -> TestService.call(channel, large)).getCode())
              .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
          assertStillServes(channel);
        });
  }

  /** It buys nothing on a Unix socket, and lets small requests become large ones. */
  @Test
  void packedRequestsAreNotOffered() throws Exception {
    serving(
        TestService.echo(),
        channel -> {
          DynamicMessage bomb = TestProto.item("blob", ByteString.copyFrom(new byte[64 << 20]));
          CallOptions packed = CallOptions.DEFAULT.withCompression("gzip");
          Status status =
              refused(() -> ClientCalls.blockingUnaryCall(channel, TestService.CALL, packed, bomb));
          assertThat(status.getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
          assertStillServes(channel);
        });
  }

  @Test
  void requestsWithinTheMessageBoundAreTaken() throws Exception {
    serving(
        TestService.echo(),
        channel -> {
          DynamicMessage large = TestProto.item("blob", ByteString.copyFrom(new byte[3 << 20]));
          assertThat(TestService.call(channel, large)).isEqualTo(large);
        });
  }

  @Test
  void fieldsOverTheirLimitAreAnInvalidArgument() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    TestService service =
        TestService.answering(request -> {
          calls.incrementAndGet();
          return request;
        });
    serving(
        service,
        channel -> {
          Status status =
              refused(() -> TestService.call(channel, TestProto.named("a".repeat(129))));
          assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
          assertThat(status.getDescription())
              .isEqualTo("name is 129 bytes long, and may be 128 at most");
          assertThat(line()).containsEntry("code", "INVALID_ARGUMENT");
          assertThat(calls).hasValue(0);
        });
  }

  @Test
  void answersOverTheLimitsAreADefect() throws Exception {
    serving(
        TestService.answering(request -> TestProto.named("a".repeat(129))),
        channel -> {
          Status status = refused(() -> TestService.call(channel, TestProto.EMPTY));
          assertThat(status.getCode()).isEqualTo(Status.Code.INTERNAL);
          assertThat(status.getDescription())
              .contains("in the answer, name is 129")
              .contains("id ");
          assertThat(line()).containsEntry("level", "ERROR");
        });
  }

  @Test
  void whatHandlersThrowFollowsTheErrorScheme() throws Exception {
    TestService service =
        TestService.answering(request -> {
          throw new DriverException.Aborted("call again");
        });
    serving(
        service,
        channel -> {
          Status status = refused(() -> TestService.call(channel, TestProto.EMPTY));
          assertThat(status.getCode()).isEqualTo(Status.Code.ABORTED);
          assertThat(status.getDescription()).isEqualTo("call again");
        });
  }

  @Test
  void whatHandlersReportFollowsTheErrorScheme() throws Exception {
    TestService service =
        TestService.handling((request, answer) ->
            answer.onError(new DriverException.QuotaExceeded("make room", null)));
    serving(
        service,
        channel -> {
          Status status = refused(() -> TestService.call(channel, TestProto.EMPTY));
          assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
          assertThat(status.getDescription()).isEqualTo("make room");
        });
  }

  @Test
  void statusDetailsNeverLeave() throws Exception {
    Metadata trailers = new Metadata();
    trailers.put(DETAILS, new byte[] {1});
    TestService service =
        TestService.answering(request -> {
          throw Status.FAILED_PRECONDITION.withDescription("no").asRuntimeException(trailers);
        });
    serving(
        service,
        channel -> {
          Status status = refused(() -> TestService.call(channel, TestProto.EMPTY));
          assertThat(status.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        });
    TestService reporting =
        TestService.handling(
            (request, answer) -> answer.onError(Status.NOT_FOUND.asRuntimeException(trailers)));
    serving(
        reporting,
        channel -> {
          Status status = refused(() -> TestService.call(channel, TestProto.EMPTY));
          assertThat(status.getCode()).isEqualTo(Status.Code.NOT_FOUND);
        });
  }

  @Test
  void defectsAreToldByIdOnly() throws Exception {
    TestService service =
        TestService.answering(request -> {
          throw new IllegalStateException(CANARY);
        });
    serving(
        service,
        channel -> {
          Status status = refused(() -> TestService.call(channel, TestProto.EMPTY));
          assertThat(status.getCode()).isEqualTo(Status.Code.INTERNAL);
          assertThat(status.getDescription())
              .doesNotContain(CANARY)
              .containsPattern("id [0-9a-f]{8}$");
          assertThat(line()).containsEntry("level", "ERROR").containsEntry("code", "INTERNAL");
        });
  }

  @Test
  void errorsOfTheMachineAreToldLikeDefects() throws Exception {
    TestService service =
        TestService.handling((request, answer) -> {
          throw new StackOverflowError();
        });
    serving(
        service,
        channel ->
            assertThat(refused(() -> TestService.call(channel, TestProto.EMPTY)).getCode())
                .isEqualTo(Status.Code.INTERNAL));
  }

  @Test
  void messagesAreLoggedAtDebugWithoutSecrets() throws Exception {
    DynamicMessage answer = TestProto.withEntry("secrets", "password", CANARY + "-answer");
    serving(
        TestService.answering(request -> answer),
        channel -> {
          TestService.call(
              channel, TestProto.withEntry("secrets", "password", CANARY + "-request"));
          assertThat(line()).containsEntry("code", "OK");
          assertThat(log.lines())
              .anyMatch(line -> line.startsWith(CALL + " called with {secrets: ***}"))
              .anyMatch(line -> line.startsWith(CALL + " answers {secrets: ***}"))
              .noneMatch(line -> line.contains(CANARY));
        });
  }

  @Test
  void callsThatWereGivenUpAreCancelledInTheLog() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    TestService service =
        TestService.answering(request -> {
          CountDownLatch givenUp = new CountDownLatch(1);
          Context.current().addListener(_ -> givenUp.countDown(), Runnable::run);
          entered.countDown();
          givenUp.await();
          return request;
        });
    serving(
        service,
        channel -> {
          Future<DynamicMessage> call =
              ClientCalls.futureUnaryCall(
                  channel.newCall(TestService.CALL, CallOptions.DEFAULT), TestProto.EMPTY);
          entered.await();
          assertThat(meters.get("windlass.rpc.in.flight").gauge().value()).isEqualTo(1);
          assertThat(call.cancel(true)).isTrue();
          assertThat(line()).containsEntry("code", "CANCELLED");
          assertThat(meters.get("windlass.rpc.in.flight").gauge().value()).isZero();
        });
  }

  @Test
  void callsAreCountedByMethodAndCode() throws Exception {
    serving(
        TestService.echo(),
        channel -> {
          for (int i = 0; i < 3; i++) {
            TestService.call(channel, TestProto.EMPTY);
          }
          refused(() -> TestService.call(channel, TestProto.named("a".repeat(1000))));
          await().until(() -> meters.find("windlass.rpc").timers().size() == 2);
          await().until(() -> timer(CALL, "OK").count() == 3);
          assertThat(timer(CALL, "INVALID_ARGUMENT").count()).isEqualTo(1);
          assertThat(timer(CALL, "OK").totalTime(TimeUnit.NANOSECONDS)).isPositive();
        });
  }

  private Timer timer(String method, String code) {
    await()
        .until(() ->
            Optional.ofNullable(
                    meters.find("windlass.rpc").tags("method", method, "code", code).timer())
                .isPresent());
    return meters.get("windlass.rpc").tags("method", method, "code", code).timer();
  }
}
