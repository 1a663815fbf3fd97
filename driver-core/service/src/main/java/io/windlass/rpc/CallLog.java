package io.windlass.rpc;

import io.grpc.Status;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * One line for each call: method, what it is about, code, milliseconds and, when it failed, why.
 */
final class CallLog {
  /** The name that the lines are logged under. */
  static final String NAME = "io.windlass.rpc";

  /** A call that took longer is worth a warning. */
  private static final long SLOW_MILLIS = 10_000;

  private static final int MAX_ID_BYTES = 256;

  private final Logger log = LoggerFactory.getLogger(NAME);

  /**
   * Writes the line.
   *
   * @param quiet not worth a line at the usual level unless it failed
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
    String description = status.getDescription();
    if (!status.isOk() && description != null) {
      line = line.addKeyValue("error", Text.oneLine(description));
    }
    line.log("rpc");
  }

  /**
   * Ordinary ends are no warning: a caller that lost a race, or gave up, calls again. A warning is
   * for what stays as it is until somebody does something; an error is a defect of ours.
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
