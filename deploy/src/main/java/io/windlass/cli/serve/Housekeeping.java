package io.windlass.cli.serve;

import io.windlass.observe.Metrics;
import io.windlass.provision.Leftovers;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.RecordCensus;
import io.windlass.provision.Unfinished;
import io.windlass.registry.RecordKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Background work of a driver that has backends: it undoes what was left unfinished, and counts
 * records if metrics are served.
 */
record Housekeeping(Leftovers leftovers, Optional<RecordCensus> census) implements AutoCloseable {

  /** Starts the work. */
  static Housekeeping start(
      OpenBackends backends, List<Unfinished> unfinished, Duration undoAfter, Metrics metrics) {
    Leftovers leftovers = new Leftovers(backends, unfinished, undoAfter, metrics.registry());
    leftovers.start();
    List<RecordKind<?>> kinds =
        Stream.<RecordKind<?>>concat(
                unfinished.stream().map(Unfinished::kind), Stream.of(RecordKind.GRANTS))
            .distinct()
            .toList();
    Optional<RecordCensus> census =
        metrics.address().map(_ -> new RecordCensus(backends, kinds, metrics.registry()));
    census.ifPresent(RecordCensus::start);
    return new Housekeeping(leftovers, census);
  }

  @Override
  public void close() {
    census.ifPresent(RecordCensus::close);
    leftovers.close();
  }
}
