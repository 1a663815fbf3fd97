package io.windlass.cli.doctor;

import com.google.protobuf.Descriptors.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusException;
import io.windlass.cli.call.ApiClient;
import io.windlass.operation.Deadline;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/**
 * Question to a driver, which answers within five seconds in which this process could run. For one
 * thread.
 */
final class Question implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** What is left when all of the time was waited, and clocks differ a little. */
  private static final Duration NEXT_TO_NOTHING = Duration.ofSeconds(1);

  private final ApiClient client;

  /** Makes a question to who serves at this endpoint. */
  Question(String endpoint) {
    this.client = new ApiClient(endpoint, TIMEOUT);
  }

  /**
   * Asks without an argument. While the machine is busy with others, the question is repeated.
   *
   * @throws StatusException when the answer is not OK
   */
  ObjectNode ask(MethodDescriptor method) throws StatusException {
    Deadline patience = Deadline.after(TIMEOUT);
    while (true) {
      try {
        return client.call(method, ApiClient.request(method, "{}"));
      } catch (StatusException e) {
        if (e.getStatus().getCode() != Status.Code.DEADLINE_EXCEEDED
            || patience.isBefore(NEXT_TO_NOTHING)) {
          throw e;
        }
      }
    }
  }

  /** Returns a failure in words. */
  String explain(StatusException failure) {
    return client.explain(failure);
  }

  @Override
  public void close() {
    client.close();
  }
}
