package io.windlass.rpc;

import io.grpc.Context;
import io.grpc.Status;
import java.util.Optional;

/** What is known of one call while it runs, for its line in the log. */
final class CallRecord {
  static final Context.Key<CallRecord> KEY = Context.key("windlass-call");

  private volatile Optional<String> id = Optional.empty();
  private volatile Optional<Status> answer = Optional.empty();
  private final long startedAt = System.nanoTime();

  /** What the request is about. */
  void about(Optional<String> id) {
    this.id = id;
  }

  /** How the driver answered. */
  void answered(Status status) {
    answer = Optional.of(status);
  }

  Optional<String> id() {
    return id;
  }

  Optional<Status> answer() {
    return answer;
  }

  long nanos() {
    return System.nanoTime() - startedAt;
  }
}
