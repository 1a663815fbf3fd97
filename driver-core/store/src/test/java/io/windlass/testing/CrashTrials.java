package io.windlass.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.store.Backend;
import io.windlass.testing.TrapBackend.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * The driver dies at every single call that it makes to a real server, on either side of the call.
 * Then either the same is asked again, and must come out as if nothing had happened; or the
 * opposite is, and must leave nothing behind.
 */
public final class CrashTrials {
  private static final int MORE_CALLS_THAN_ANY = 80;

  private CrashTrials() {}

  /** What a caller asks of a driver, in the order of the steps; each backend is a driver's. */
  public interface Story<S extends Enum<S>> {
    /** Asks. */
    void run(S step, Backend backend);

    /** What must be true of the world after a step, told by asking once more. */
    void check(S step, Backend backend);

    /** Undoes everything, and fails if something stays. */
    void requireNothingLeft(Backend backend);
  }

  /**
   * A test for each step and side.
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
      for (Side side : Side.values()) {
        tests.add(
            DynamicTest.dynamicTest(
                step + " " + side,
                () -> everywhere(steps, step, side, real.get(), stories, again)));
      }
    }
    return tests.stream();
  }

  private static <S extends Enum<S>> void everywhere(
      Class<S> steps,
      S fatal,
      Side side,
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
      boolean died = dies(story, fatal, TrapBackend.crashing(call, side).over(real));
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
