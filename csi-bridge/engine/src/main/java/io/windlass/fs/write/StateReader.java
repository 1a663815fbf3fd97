package io.windlass.fs.write;

import java.util.Optional;
import java.util.function.Consumer;

/** Makes a state of the events of a journal. */
final class StateReader implements Consumer<StagingEvent> {
  private final TimeStamp timeStamp;
  private Optional<StagedState> state = Optional.empty();

  StateReader(TimeStamp timeStamp) {
    this.timeStamp = timeStamp;
  }

  /** What they make; empty if not even the first is there. */
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
