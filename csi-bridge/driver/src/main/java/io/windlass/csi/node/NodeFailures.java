package io.windlass.csi.node;

import io.windlass.error.DriverException;
import io.windlass.linux.Errno;
import io.windlass.linux.LinuxException;
import io.windlass.mounter.keeper.ServeException;
import java.io.IOException;

/** Translates failures of mounts and mounters into exceptions of the driver's error scheme. */
final class NodeFailures {
  private NodeFailures() {}

  /** An action that may fail. */
  @FunctionalInterface
  interface Step {
    void run() throws IOException, InterruptedException;
  }

  /** An action that may fail and returns a value. */
  @FunctionalInterface
  interface Question<T> {
    T ask() throws IOException, InterruptedException;
  }

  static void run(String what, Step step) {
    ask(
        what,
        () -> {
          step.run();
          return true;
        });
  }

  /** Runs the action and returns its value. The message of an error begins with {@code what}. */
  static <T> T ask(String what, Question<T> question) {
    try {
      return question.ask();
    } catch (IOException e) {
      throw of(what, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException.Unavailable(what + ": the driver is stopping", e);
    }
  }

  private static DriverException of(String what, IOException failure) {
    String message = "%s: %s".formatted(what, failure.getMessage());
    return switch (failure) {
      case ServeException e -> e.kind().exception(message, e);
      case LinuxException e when e.is(Errno.EPERM) || e.is(Errno.EACCES) ->
          new DriverException.Unexpected(message + "; the plugin must be allowed to mount", e);
      default -> new DriverException.Unavailable(message, failure);
    };
  }
}
