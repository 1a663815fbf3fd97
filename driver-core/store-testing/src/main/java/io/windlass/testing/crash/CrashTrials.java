package io.windlass.testing.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.testing.crash.TrapBackend.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Trials in which the driver dies after each call that it makes to a real server, and so before the
 * next. Then the caller either repeats its request, which must succeed as if nothing had happened,
 * or makes the opposite request, which must leave nothing behind.
 */
public final class CrashTrials {
  private static final int MORE_CALLS_THAN_ANY = 80;

  private CrashTrials() {}

  /** Requests of a caller, in the order of the steps. Each backend stands for one driver. */
  public interface Story<S extends Enum<S>> {
    /** Makes the request of a step. */
    void run(S step, Backend backend);

    /** Checks the state of the server after a step, with a further request. */
    void check(S step, Backend backend);

    /** Undoes all steps, and fails if anything is left on the server. */
    void requireNothingLeft(Backend backend);
  }

  /**
   * A test for each step.
   *
   * @param stories begins a story over the real backend
   * @param again whether the same is asked again after a death
   */
  public static <S extends Enum<S>> Stream<DynamicTest> of(
      Class<S> steps,
      Supplier<Backend> real,
      Function<Backend, ? extends Story<S>> stories,
      boolean again) {
    List<DynamicTest> tests = new ArrayList<>();
    for (S step : steps.getEnumConstants()) {
      tests.add(
          DynamicTest.dynamicTest(
              step.name(), () -> everywhere(steps, step, real.get(), stories, again)));
    }
    return tests.stream();
  }

  private static <S extends Enum<S>> void everywhere(
      Class<S> steps,
      S fatal,
      Backend real,
      Function<Backend, ? extends Story<S>> stories,
      boolean again) {
    int deaths = 0;
    for (int call = 1; call < MORE_CALLS_THAN_ANY; call++) {
      Story<S> story = stories.apply(real);
      for (S step : steps.getEnumConstants()) {
        if (step.compareTo(fatal) < 0) {
          story.run(step, real);
        }
      }
      boolean died = dies(story, fatal, TrapBackend.crashing(call, Side.AFTER).over(real));
      if (again) {
        story.run(fatal, real);
        story.check(fatal, real);
      }
      story.requireNothingLeft(real);
      if (!died) {
        assertThat(deaths).as("calls at which it died").isPositive();
        return;
      }
      deaths++;
    }
    throw new AssertionError("more calls than expected");
  }

  private static <S extends Enum<S>> boolean dies(Story<S> story, S step, Backend crashing) {
    try {
      story.run(step, crashing);
      return false;
    } catch (Crash e) {
      return true;
    }
  }
}
