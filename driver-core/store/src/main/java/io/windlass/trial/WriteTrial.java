package io.windlass.trial;

import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.store.PutOptions;
import io.windlass.trial.ServerTrial.Subject;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Writes with a condition, several at once. */
record WriteTrial(TriedObject object, Effort effort) implements SubjectTrial {
  static final String USE_ANOTHER =
      "do not use this server: two processes of the driver would undo each other's work";

  @Override
  public Subject subject() {
    return Subject.WRITES;
  }

  @Override
  public String next() {
    return USE_ANOTHER;
  }

  @Override
  public ServerTrial run() {
    for (int round = 0; round < effort.rounds(); round++) {
      Race made = written(Condition.ifAbsent(), effort.writers());
      Optional<ObjectInfo> there = object.head();
      if (there.isEmpty()) {
        return broken(lost(made, round));
      }
      Condition unchanged = Condition.ifMatch(there.get().revision());
      Conditions found =
          new Conditions(made, written(unchanged, effort.writers()), written(unchanged, 1));
      Optional<ServerTrial> broken = found.fault("writes").map(this::broken);
      if (broken.isPresent()) {
        return broken.get();
      }
      object.delete();
    }
    return holds(
        "conditional writes are atomic: of %d at once, one won".formatted(effort.writers()));
  }

  private static String lost(Race made, int round) {
    if (made.isRefused()) {
      return "conditional writes are refused: the server knows no conditions";
    }
    if (made.won() > 0) {
      return "an object that was written is not there";
    }
    return round == 0
        ? "a write on condition that there is no object is refused, though there is none"
        : "a write on condition that there is no object is refused after one was deleted";
  }

  private Race written(Condition condition, int writers) {
    PutOptions options = PutOptions.DEFAULT.withCondition(condition);
    List<String> texts =
        Stream.generate(() -> UUID.randomUUID().toString()).limit(writers).toList();
    Race race =
        Race.of(
            texts.stream()
                .<Race.Attempt>map(text ->
                    () -> object.store().put(object.key(), TriedObject.content(text), options))
                .toList());
    // A write whose answer was lost is sent again, and meets itself.
    return race.won() == 0 && texts.contains(object.read()) ? race.withWinner() : race;
  }
}
