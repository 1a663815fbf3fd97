package io.windlass.test.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import io.windlass.proto.cosi.v1alpha1.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha1.DriverCreateBucketResponse;
import io.windlass.proto.cosi.v1alpha1.DriverGetInfoRequest;
import io.windlass.proto.cosi.v1alpha1.IdentityGrpc;
import io.windlass.proto.cosi.v1alpha1.ProvisionerGrpc;
import io.windlass.rpc.UnixChannel;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Traces of calls, as a collector receives them from a driver of the distribution. */
class TracingTest {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String CREATE =
      ProvisionerGrpc.getDriverCreateBucketMethod().getFullMethodName();
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "b7ad6b7169203331";

  /** Makes a bucket, as a part of the trace of the caller. */
  private static void create(UnixChannel channel, Map<String, String> parameters) {
    Metadata headers = new Metadata();
    headers.put(
        Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER),
        "00-%s-%s-01".formatted(TRACE, PARENT));
    DriverCreateBucketResponse _ =
        ProvisionerGrpc.newBlockingStub(channel.grpc())
            .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
            .driverCreateBucket(
                DriverCreateBucketRequest.newBuilder()
                    .setName("photos")
                    .putAllParameters(parameters)
                    .build());
  }

  private static String hex(ByteString id) {
    return HexFormat.of().formatHex(id.toByteArray());
  }

  private static Map<String, String> attributes(Span span) {
    return OtlpReceiver.attributes(span.getAttributesList());
  }

  private static List<Span> calls(OtlpReceiver receiver) {
    return receiver.spans().stream().filter(span -> span.getName().equals(CREATE)).toList();
  }

  @Test
  void aCallIsASpanWithTheRequestsBelowIt() throws IOException {
    try (OtlpReceiver receiver = OtlpReceiver.start()) {
      DriverSetup setup =
          DriverSetup.local()
              .with(ENDPOINT, receiver.endpoint())
              .with("OTEL_BSP_SCHEDULE_DELAY", "200")
              .with("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test");
      try (DriverProcess driver = DriverProcess.start(setup);
          UnixChannel channel = UnixChannel.open("unix://" + setup.socket())) {
        create(channel, Map.of());
        assertThatThrownBy(() -> create(channel, Map.of("no-such", "parameter")))
            .isInstanceOf(StatusRuntimeException.class);
        await().until(() -> calls(receiver).size() == 2);
        assertThat(driver.output()).as("the log").contains(TRACE);
        assertThat(driver.stop()).isZero();
      }
      assertThat(receiver.resources())
          .isNotEmpty()
          .allSatisfy(resource ->
              assertThat(OtlpReceiver.attributes(resource.getResource().getAttributesList()))
                  .containsEntry("service.name", "windlass-cosi")
                  .containsEntry("deployment.environment.name", "test")
                  .containsKey("service.version"));
      List<Span> calls = calls(receiver);
      Span made = calls.getFirst();
      assertThat(hex(made.getTraceId())).isEqualTo(TRACE);
      assertThat(hex(made.getParentSpanId())).isEqualTo(PARENT);
      assertThat(made.getKind()).isEqualTo(SpanKind.SPAN_KIND_SERVER);
      assertThat(attributes(made))
          .containsEntry("rpc.system.name", "grpc")
          .containsEntry("rpc.method", CREATE)
          .containsEntry("rpc.response.status_code", "OK")
          .containsEntry("windlass.name", "photos");

      Span refused = calls.getLast();
      assertThat(attributes(refused))
          .containsEntry("rpc.response.status_code", "INVALID_ARGUMENT")
          .hasEntrySatisfying("windlass.error", text -> assertThat(text).contains("no-such"));
      assertThat(refused.getStatus().getCode())
          .as("the mistake is the caller's")
          .isEqualTo(StatusCode.STATUS_CODE_UNSET);

      List<Span> requests =
          receiver.spans().stream()
              .filter(span -> span.getKind() == SpanKind.SPAN_KIND_CLIENT)
              .toList();
      assertThat(requests)
          .isNotEmpty()
          .allSatisfy(span -> {
            assertThat(span.getParentSpanId()).isEqualTo(made.getSpanId());
            assertThat(attributes(span)).containsEntry("windlass.backend", DriverSetup.BACKEND);
          });
      assertThat(requests)
          .filteredOn(span -> span.getName().equals("buckets.create"))
          .anySatisfy(
              span -> assertThat(attributes(span)).containsEntry("windlass.bucket", "photos"));
      assertThat(requests)
          .as("of records")
          .anySatisfy(span ->
              assertThat(attributes(span)).containsEntry("windlass.bucket", DriverSetup.REGISTRY));
    }
  }

  @Test
  void aDriverThatIsStoppedSendsWhatIsLeft() throws IOException {
    try (OtlpReceiver receiver = OtlpReceiver.start()) {
      DriverSetup setup =
          DriverSetup.local()
              .with(ENDPOINT, receiver.endpoint())
              .with("OTEL_BSP_SCHEDULE_DELAY", "600000"); // not before it stops
      try (DriverProcess driver = DriverProcess.start(setup);
          UnixChannel channel = UnixChannel.open("unix://" + setup.socket())) {
        create(channel, Map.of());
        assertThat(driver.stop()).isZero();
      }
      assertThat(calls(receiver)).hasSize(1);
    }
  }

  /** A driver serves and ends as usual while nobody takes its traces: nothing is at port 1. */
  @Test
  void aCollectorThatIsDownDelaysNothing() {
    DriverSetup setup =
        DriverSetup.local()
            .with(ENDPOINT, "http://127.0.0.1:1")
            .with("OTEL_JAVA_EXPORTER_OTLP_RETRY_DISABLED", "true")
            .with("OTEL_BSP_SCHEDULE_DELAY", "200");
    try (DriverProcess driver = DriverProcess.start(setup);
        UnixChannel channel = UnixChannel.open("unix://" + setup.socket())) {
      assertThat(
              IdentityGrpc.newBlockingStub(channel.grpc())
                  .driverGetInfo(DriverGetInfoRequest.getDefaultInstance())
                  .getName())
          .isNotEmpty();
      create(channel, Map.of());
      await().until(() -> driver.output().contains("Failed to export"));
      assertThat(driver.stop()).isZero();
    }
  }

  @Test
  void aWrongSettingIsTold() {
    DriverSetup setup =
        DriverSetup.local()
            .with(ENDPOINT, "http://127.0.0.1:4317")
            .with("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc");
    try (DriverProcess driver = DriverProcess.launch(setup)) {
      assertThat(driver.awaitEnd()).isEqualTo(78);
      assertThat(driver.output())
          .contains("OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf, not grpc");
    }
  }
}
