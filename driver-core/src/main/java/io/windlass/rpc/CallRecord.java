package io.windlass.rpc;

import io.grpc.Context;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** What is known of one call while it runs, for its line in the log. */
final class CallRecord {
  static final Context.Key<CallRecord> KEY = Context.key("windlass-call");

  private volatile Optional<String> id = Optional.empty();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final long startedAt = System.nanoTime();

  /** What the request is about. */
  void about(Optional<String> id) {
    this.id = id;
  }

  /** Whether this is the end of the call, which it has once. */
  boolean end() {
    return ended.compareAndSet(false, true);
  }

  Optional<String> id() {
    return id;
  }

  long nanos() {
    return System.nanoTime() - startedAt;
  }
}
