package io.windlass.rpc;

import io.grpc.Status;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs one line for each call: method, subject, status code, milliseconds and, if it failed, the
 * error.
 */
final class CallLog {
  /** Name of the logger. */
  static final String NAME = "io.windlass.rpc";

  /** Milliseconds after which a call that succeeded is logged as a warning. */
  private static final long SLOW_MILLIS = 10_000;

  private static final int MAX_ID_BYTES = 256;

  private final Logger log = LoggerFactory.getLogger(NAME);

  /**
   * Logs the line of a call.
   *
   * @param quiet whether a call that succeeded is logged at debug level only
   */
  void ended(String method, boolean quiet, CallRecord record, Status status) {
    long millis = TimeUnit.NANOSECONDS.toMillis(record.nanos());
    LoggingEventBuilder line =
        log.atLevel(level(status, quiet, millis))
            .addKeyValue("method", Text.oneLine(Text.cut(method, MAX_ID_BYTES)));
    for (Map.Entry<String, String> field : record.about().entrySet()) {
      line =
          line.addKeyValue(field.getKey(), Text.oneLine(Text.cut(field.getValue(), MAX_ID_BYTES)));
    }
    line = line.addKeyValue("code", status.getCode()).addKeyValue("ms", millis);
    if (record.span().isPresent()) {
      line = line.addKeyValue("trace", record.span().get().traceId());
    }
    String description = status.getDescription();
    if (!status.isOk() && description != null) {
      line = line.addKeyValue("error", Text.oneLine(description));
    }
    line.log("rpc");
  }

  /**
   * Returns the level for an outcome. A caller that lost a race or gave up calls again, so that is
   * no warning. A warning is for a state that lasts until somebody acts; an error is a defect of
   * the driver.
   */
  private static Level level(Status status, boolean quiet, long millis) {
    return switch (status.getCode()) {
      case OK, CANCELLED -> quiet ? Level.DEBUG : millis > SLOW_MILLIS ? Level.WARN : Level.INFO;
      case ABORTED -> Level.INFO;
      case INVALID_ARGUMENT,
          NOT_FOUND,
          ALREADY_EXISTS,
          PERMISSION_DENIED,
          UNAUTHENTICATED,
          RESOURCE_EXHAUSTED,
          FAILED_PRECONDITION,
          OUT_OF_RANGE,
          UNIMPLEMENTED,
          UNAVAILABLE,
          DEADLINE_EXCEEDED ->
          Level.WARN;
      case UNKNOWN, INTERNAL, DATA_LOSS -> Level.ERROR;
    };
  }
}
