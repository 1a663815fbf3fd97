package io.windlass.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.grpc.Status;
import io.windlass.error.DriverException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RpcStatusTest {
  private static final String CANARY = "canary-6c1f";

  /** The gRPC column of the error scheme. */
  private static final Map<DriverException, Status.Code> SCHEME =
      Map.ofEntries(
          Map.entry(new DriverException.InvalidArgument("x"), Status.Code.INVALID_ARGUMENT),
          Map.entry(new DriverException.NotFound("x", null), Status.Code.NOT_FOUND),
          Map.entry(new DriverException.AlreadyExists("x", null), Status.Code.ALREADY_EXISTS),
          Map.entry(new DriverException.PreconditionFailed("x", null), Status.Code.ABORTED),
          Map.entry(new DriverException.Unauthenticated("x", null), Status.Code.UNAUTHENTICATED),
          Map.entry(new DriverException.PermissionDenied("x", null), Status.Code.PERMISSION_DENIED),
          Map.entry(new DriverException.NotEmpty("x", null), Status.Code.FAILED_PRECONDITION),
          Map.entry(new DriverException.InUse("x"), Status.Code.FAILED_PRECONDITION),
          Map.entry(new DriverException.FailedPrecondition("x"), Status.Code.FAILED_PRECONDITION),
          Map.entry(new DriverException.QuotaExceeded("x", null), Status.Code.RESOURCE_EXHAUSTED),
          Map.entry(new DriverException.OutOfRange("x"), Status.Code.OUT_OF_RANGE),
          Map.entry(new DriverException.Aborted("x"), Status.Code.ABORTED),
          Map.entry(new DriverException.Unavailable("x", null), Status.Code.UNAVAILABLE),
          Map.entry(new DriverException.Unsupported("x", null), Status.Code.UNIMPLEMENTED),
          Map.entry(new DriverException.Unexpected("x", null), Status.Code.INTERNAL));

  @Test
  void followsTheErrorScheme() {
    assertThat(SCHEME)
        .allSatisfy((failure, code) -> {
          Status status = RpcStatus.of(failure);
          assertThat(status.getCode()).isEqualTo(code);
          assertThat(status.getDescription()).startsWith("x");
          assertThat(status.getCause()).isNull();
        });
  }

  @Test
  void schemeNamesEveryCase() {
    assertThat(SCHEME.keySet().stream().map(failure -> (Object) failure.getClass()))
        .containsExactlyInAnyOrder((Object[]) DriverException.class.getPermittedSubclasses());
  }

  @Test
  void defectIsToldByAnIdThatTheLogExplains() {
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    Logger logger = (Logger) LoggerFactory.getLogger(RpcStatus.class);
    logger.addAppender(lines);
    try {
      Status status = RpcStatus.of(new IllegalStateException("password " + CANARY));
      assertThat(status.getCode()).isEqualTo(Status.Code.INTERNAL);
      assertThat(status.getCause()).isNull();
      assertThat(status.getDescription()).doesNotContain(CANARY);
      Matcher id = Pattern.compile("id ([0-9a-f]{8})$").matcher(status.getDescription());
      assertThat(id.find()).isTrue();
      assertThat(lines.list)
          .singleElement()
          .satisfies(line -> {
            assertThat(line.getFormattedMessage()).contains(id.group(1));
            assertThat(line.getThrowableProxy().getClassName())
                .isEqualTo(IllegalStateException.class.getName());
          });
    } finally {
      logger.detachAppender(lines);
    }
  }

  @Test
  void statusThrownAsSuchStays() {
    Status thrown = Status.FAILED_PRECONDITION.withDescription("as it is").withCause(new Error());
    for (Exception e : new Exception[] {thrown.asException(), thrown.asRuntimeException()}) {
      Status status = RpcStatus.of(e);
      assertThat(status.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
      assertThat(status.getDescription()).isEqualTo("as it is");
      assertThat(status.getCause()).isNull();
    }
  }

  @Test
  void everyStatusHasAMessage() {
    assertThat(RpcStatus.of(Status.ABORTED.asException()).getDescription()).isEqualTo("ABORTED");
  }

  @Test
  void whatCallersSentCannotDriveTheirTerminal() {
    Status status = RpcStatus.of(new DriverException.NotFound("no bucket a\u001b[31m\r\n", null));

    assertThat(status.getDescription()).isEqualTo("no bucket a\\u001b[31m\\u000d\\u000a");
  }

  @Test
  void longMessagesAreCutBetweenCharacters() {
    Status status = RpcStatus.of(new DriverException.InvalidArgument("😀".repeat(2000)));
    assertThat(status.getDescription())
        .endsWith("😀…")
        .satisfies(message ->
            assertThat(Text.bytes(message)).isBetween(1500, RpcStatus.MAX_MESSAGE_BYTES));
  }
}
