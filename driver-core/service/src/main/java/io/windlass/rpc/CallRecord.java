package io.windlass.rpc;

import io.grpc.Context;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** What the log line of a call needs, collected while the call is running. */
final class CallRecord {
  static final Context.Key<CallRecord> KEY = Context.key("windlass-call");

  private volatile SequencedMap<String, String> about = Subject.nothing();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final long startedAt = System.nanoTime();

  /** Sets the subject of the request. */
  void about(SequencedMap<String, String> fields) {
    this.about = fields;
  }

  /** Marks the call as ended; returns whether it had not ended before. */
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
