package io.windlass.rpc;

import io.grpc.Context;
import io.windlass.operation.Span;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** What the log line and the span of a call need, collected while the call is running. */
final class CallRecord {
  static final Context.Key<CallRecord> KEY = Context.key("windlass-call");

  private volatile SequencedMap<String, String> about = Subject.nothing();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final long startedAt = System.nanoTime();
  private final Optional<Span> span;

  /**
   * Begins a call.
   *
   * @param span of the call, if it is traced
   */
  CallRecord(Optional<Span> span) {
    this.span = span;
  }

  Optional<Span> span() {
    return span;
  }

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
