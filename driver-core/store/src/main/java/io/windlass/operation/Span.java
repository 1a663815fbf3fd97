package io.windlass.operation;

import java.util.Map;
import java.util.Optional;

/**
 * An operation in a trace: a call to the driver, or a request to a store below it. Spans leave the
 * process, so no name, attribute or error of a span may contain a secret. Safe for use by several
 * threads.
 */
public interface Span {
  /** Begins a request to a store, which is part of this operation. */
  Span request(String name, Map<String, String> attributes);

  /** Returns the id of the trace, as 32 hexadecimal digits. */
  String traceId();

  /**
   * Ends the operation. Only the first call has an effect.
   *
   * @param attributes what is known only at the end
   * @param error what failed; empty if nothing failed
   */
  void end(Map<String, String> attributes, Optional<String> error);
}
