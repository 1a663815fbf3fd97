package io.windlass.rpc;

import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.windlass.store.DriverException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a failure leaves the driver: as a gRPC status with a message for people. Status details stay
 * empty, as both specs demand; a defect of ours gets an id, under which the log explains it.
 */
public final class RpcStatus {
  /**
   * Longest message, in bytes of UTF-8. It travels in a header, where each byte may become three;
   * clients take 8 KiB of headers.
   */
  static final int MAX_MESSAGE_BYTES = 1536;

  private static final Logger log = LoggerFactory.getLogger(RpcStatus.class);

  private RpcStatus() {}

  /**
   * The status that tells a caller of {@code failure}. A status that was thrown as such stays what
   * it is; whatever nobody expected is INTERNAL, and nothing of its text is told.
   */
  public static Status of(Throwable failure) {
    return switch (failure) {
      case DriverException.Unexpected e -> defect(e.getMessage(), e);
      case DriverException e -> told(Status.Code.valueOf(e.kind().code()), e.getMessage());
      case StatusRuntimeException e -> of(e.getStatus());
      case StatusException e -> of(e.getStatus());
      default -> defect("the driver failed in a way it was not made for", failure);
    };
  }

  private static Status of(Status status) {
    return told(status.getCode(), status.getDescription());
  }

  /**
   * INTERNAL with an id, and the whole story in the log under that id.
   *
   * @param what says what went wrong without any secret; the only part that callers see
   */
  static Status defect(@Nullable String what, @Nullable Throwable cause) {
    String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    String text = Text.cut(Objects.requireNonNullElse(what, "the driver failed"), 1024);
    log.error("defect {}: {}", id, text, cause);
    return told(
        Status.Code.INTERNAL, "%s; the driver's log explains it under id %s".formatted(text, id));
  }

  /**
   * With no cause (it would not travel anyway), and always with a message: the specs ask for one.
   * It may repeat what the caller sent, and ends in a terminal.
   */
  private static Status told(Status.Code code, @Nullable String message) {
    String text = message == null || message.isBlank() ? code.name() : message;
    return Status.fromCode(code).withDescription(Text.cut(Text.oneLine(text), MAX_MESSAGE_BYTES));
  }
}
