package io.windlass.rpc;

import io.grpc.Context;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** What is known of one call while it runs, for its line in the log. */
final class CallRecord {
  static final Context.Key<CallRecord> KEY = Context.key("windlass-call");

  private volatile SequencedMap<String, String> about = Subject.nothing();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final long startedAt = System.nanoTime();

  /** What the request is about. */
  void about(SequencedMap<String, String> fields) {
    this.about = fields;
  }

  /** Whether this is the end of the call, which it has once. */
  boolean end() {
    return ended.compareAndSet(false, true);
  }

  SequencedMap<String, String> about() {
    return about;
  }

  long nanos() {
    return System.nanoTime() - startedAt;
  }
}
