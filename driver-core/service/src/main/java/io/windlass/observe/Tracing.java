package io.windlass.observe;

import io.windlass.operation.Span;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Traces of calls to the driver. A trace is sent in the background; a collector that does not
 * answer delays no call, and loses traces only.
 */
public interface Tracing extends AutoCloseable {
  /**
   * Begins a call; empty if calls are not traced.
   *
   * @param method full name of the method: one of a bounded number
   * @param header gives the headers of the call by name, for the trace that the caller is part of
   */
  Optional<Span> call(String method, Function<String, Optional<String>> header);

  /** Returns whether calls are traced. */
  boolean isOn();

  /** Sends what was not sent yet, for a few seconds at most, and ends. */
  @Override
  void close();

  /** Traces nothing. */
  static Tracing off() {
    return new Tracing() {
      @Override
      public Optional<Span> call(String method, Function<String, Optional<String>> header) {
        return Optional.empty();
      }

      @Override
      public boolean isOn() {
        return false;
      }

      @Override
      public void close() {}
    };
  }

  /** The library that makes traces, found by {@link java.util.ServiceLoader}. */
  interface Library {
    /**
     * Starts to trace.
     *
     * @param environment variables of the process, with those of OpenTelemetry
     * @param service name of the service unless the variables give one
     * @throws IllegalArgumentException naming what is wrong with the variables
     */
    Tracing start(Map<String, String> environment, String service, BuildInfo build);
  }
}
