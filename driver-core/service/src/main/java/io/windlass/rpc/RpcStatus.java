package io.windlass.rpc;

import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.windlass.error.DriverException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts failures into gRPC statuses with a message for people. Status details stay empty, as
 * both specs demand. A defect of the driver gets an id, under which the log explains it.
 */
public final class RpcStatus {
  /**
   * Most bytes of UTF-8 in a message. A message travels in a header, where each byte may become
   * three, and clients accept 8 KiB of headers.
   */
  static final int MAX_MESSAGE_BYTES = 1536;

  private static final Logger log = LoggerFactory.getLogger(RpcStatus.class);

  private RpcStatus() {}

  /**
   * Returns the status for {@code failure}. A thrown status keeps its code and message. An
   * unexpected exception is INTERNAL, and its message is not passed on.
   */
  public static Status of(Throwable failure) {
    return switch (failure) {
      case DriverException.Unexpected e -> defect(e.getMessage(), e);
      case DriverException e -> told(Status.Code.valueOf(e.kind().code()), e.getMessage());
      case StatusRuntimeException e -> of(e.getStatus());
      case StatusException e -> of(e.getStatus());
      default -> defect("the driver failed unexpectedly", failure);
    };
  }

  private static Status of(Status status) {
    return told(status.getCode(), status.getDescription());
  }

  /**
   * Returns INTERNAL with an id, and logs the failure under that id.
   *
   * @param what what went wrong, without any secret; the only part that callers see
   */
  static Status defect(@Nullable String what, @Nullable Throwable cause) {
    String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    String text = Text.cut(Objects.requireNonNullElse(what, "the driver failed"), 1024);
    log.error("defect {}: {}", id, text, cause);
    return told(
        Status.Code.INTERNAL, "%s; the driver's log explains it under id %s".formatted(text, id));
  }

  /**
   * Returns a status without a cause, which would not be sent anyway, and always with a message,
   * which the specs ask for. The message may repeat text from the caller and is read in terminals.
   */
  private static Status told(Status.Code code, @Nullable String message) {
    String text = message == null || message.isBlank() ? code.name() : message;
    return Status.fromCode(code).withDescription(Text.cut(Text.oneLine(text), MAX_MESSAGE_BYTES));
  }
}
