package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.testing.BuildOutput;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Looks at an account of a cloud that a script was given, before and after the tests. It touches
 * nothing but what has a name of this run, which begins with the variable WINDLASS_TEST_NAMES.
 */
public interface AccountCheck {
  /** Returns the driver's own backend over the account. */
  Backend backend();

  /** Returns what else but buckets has a name of this run; {@link #remove} removes it. */
  List<String> others(String prefix);

  /** Removes one of the others. */
  void remove(String name);

  private static String prefix() {
    return Optional.ofNullable(System.getenv("WINDLASS_TEST_NAMES"))
        .filter(text -> !text.isEmpty())
        .orElseThrow(() -> new IllegalStateException("run it by the script for the account"));
  }

  private List<String> buckets() {
    return Pages.all(token -> backend().buckets().list(token)).stream()
        .filter(name -> name.startsWith(prefix()))
        .toList();
  }

  private void requireNothing() {
    assertThat(buckets()).as("buckets").isEmpty();
    assertThat(others(prefix())).as("others").isEmpty();
  }

  @Test
  default void nothingHasANameOfThisRun() {
    requireNothing();
  }

  /** Says what the tests left, and removes it. */
  @Test
  default void allIsRemoved() {
    for (String name : buckets()) {
      BuildOutput.say("The tests left bucket " + name);
      new TestBucket(backend(), name).close();
    }
    for (String name : others(prefix())) {
      BuildOutput.say("The tests left " + name);
      remove(name);
    }
    requireNothing();
  }
}
