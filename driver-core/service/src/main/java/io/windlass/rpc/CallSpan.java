package io.windlass.rpc;

import io.grpc.Metadata;
import io.grpc.Status;
import io.windlass.observe.Tracing;
import io.windlass.operation.Span;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The span of a call. Its attributes are the fields of the call's line in the log; the names of
 * those that OpenTelemetry's conventions for RPC define are theirs.
 */
final class CallSpan {
  private static final int MAX_BYTES = 256;
  private static final int MAX_ERROR_BYTES = 1024;

  private CallSpan() {}

  /**
   * Begins the span, if calls are traced.
   *
   * @param method one of a bounded number of names
   */
  static Optional<Span> begin(Tracing tracing, String method, Metadata headers) {
    return tracing.call(
        method,
        name ->
            Optional.ofNullable(
                headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER))));
  }

  /** Ends the span of a call. */
  static void end(Span span, CallRecord record, Status status) {
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("rpc.response.status_code", status.getCode().name());
    record
        .about()
        .forEach((field, value) ->
            attributes.put("windlass." + field, Text.oneLine(Text.cut(value, MAX_BYTES))));
    String message =
        Text.oneLine(
            Text.cut(Optional.ofNullable(status.getDescription()).orElse(""), MAX_ERROR_BYTES));
    if (!status.isOk()) {
      attributes.put("error.type", status.getCode().name());
      attributes.put("windlass.error", message);
    }
    span.end(attributes, isFault(status) ? Optional.of(message) : Optional.empty());
  }

  /** Returns whether the driver failed, rather than the caller, by the conventions. */
  private static boolean isFault(Status status) {
    return switch (status.getCode()) {
      case UNKNOWN, DEADLINE_EXCEEDED, UNIMPLEMENTED, INTERNAL, UNAVAILABLE, DATA_LOSS -> true;
      case OK,
          CANCELLED,
          INVALID_ARGUMENT,
          NOT_FOUND,
          ALREADY_EXISTS,
          PERMISSION_DENIED,
          UNAUTHENTICATED,
          RESOURCE_EXHAUSTED,
          FAILED_PRECONDITION,
          ABORTED,
          OUT_OF_RANGE ->
          false;
    };
  }
}
