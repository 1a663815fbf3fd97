package io.windlass.store.s3;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/**
 * Writes down each request of every client of the SDK, each attempt by itself, for the bill of
 * {@code test/aws/run}; nothing in the build. The SDK finds it by a file of its own in the
 * resources.
 */
public final class CountedRequests implements ExecutionInterceptor {
  private final Optional<Path> file =
      Optional.ofNullable(System.getenv("WINDLASS_TEST_COUNTS")).map(Path::of);

  @Override
  public void beforeTransmission(
      Context.BeforeTransmission context, ExecutionAttributes attributes) {
    file.ifPresent(to ->
        write(
            to,
            "%s %s\n"
                .formatted(
                    attributes.getAttribute(SdkExecutionAttribute.SERVICE_NAME),
                    attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME))));
  }

  /** A line in one write, so that those of several threads do not mix. */
  private static void write(Path to, String line) {
    try {
      Files.writeString(to, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
