package io.windlass.fs.staging;

import io.windlass.fs.journal.StagingEvent;
import java.util.Optional;
import java.util.function.Consumer;

/** Builds a state from the events of a journal. */
final class StateReader implements Consumer<StagingEvent> {
  private final TimeStamp timeStamp;
  private Optional<StagedState> state = Optional.empty();

  StateReader(TimeStamp timeStamp) {
    this.timeStamp = timeStamp;
  }

  /** Returns the state; empty if there was no event. */
  Optional<StagedState> state() {
    return state;
  }

  @Override
  public void accept(StagingEvent event) {
    if (event instanceof StagingEvent.Begun begun && state.isEmpty()) {
      state = Optional.of(new StagedState(begun, timeStamp));
    } else {
      state
          .orElseThrow(() -> new IllegalArgumentException("a journal must begin with Begun"))
          .apply(event);
    }
  }
}
