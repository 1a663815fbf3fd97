package io.windlass.fs.journal;

import io.windlass.object.ContentHeaders;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** Events of every kind, with values of every kind. */
final class RandomEvents {
  private static final List<String> TEXTS =
      List.of("", "a", "folder/key", "ä€\uD83D\uDE00", "\u0000\n", "x".repeat(1024));

  private final Random random;

  RandomEvents(Random random) {
    this.random = random;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  List<StagingEvent> events(int count) {
    return Stream.generate(this::event).limit(count).toList();
  }

  StagingEvent event() {
    return switch (random.nextInt(18)) {
      case 0 ->
          new StagingEvent.Begun(
              new StagedId(random.nextLong(), number()),
              text(),
              maybe(base()),
              map(),
              time(),
              maybe(properties()));
      case 1 -> new StagingEvent.Wrote(number(), number(), time());
      case 2 -> new StagingEvent.Truncated(number(), time());
      case 3 -> new StagingEvent.Zeroed(number(), number(), time());
      case 4 -> new StagingEvent.Fetched(number(), number());
      case 5 -> new StagingEvent.Dropped();
      case 6 -> new StagingEvent.Described(map(), time());
      case 7 -> new StagingEvent.Moved(text(), maybe(revision()));
      case 8 -> new StagingEvent.UploadStarted(text(), text(), text(), map(), time());
      case 9 -> new StagingEvent.PartSent(random.nextInt(10_000), text(), number(), number());
      case 10 -> new StagingEvent.UploadEnded();
      case 11 -> new StagingEvent.Publishing(text(), random.nextBoolean());
      case 12 -> new StagingEvent.ChangedSince(number(), number());
      case 13 -> new StagingEvent.Published(text(), revision(), number(), time(), map());
      case 14 -> new StagingEvent.Conflicted();
      case 15 -> new StagingEvent.Unlinked();
      case 16 -> new StagingEvent.CutShort(random.nextBoolean());
      default -> new StagingEvent.Copied(text(), revision(), number(), time(), map(), time());
    };
  }

  private ObjectProperties properties() {
    ContentHeaders headers =
        new ContentHeaders(
            maybe(text()),
            maybe(text()),
            maybe(text()),
            maybe(text()),
            maybe(text()),
            maybe(text()));
    return new ObjectProperties(headers, map(), map(), true);
  }

  private BaseObject base() {
    return new BaseObject(text(), revision(), number(), time(), map());
  }

  private <T> Optional<T> maybe(T value) {
    return random.nextBoolean() ? Optional.of(value) : Optional.empty();
  }

  private Revision revision() {
    return new Revision("\"%x\"".formatted(random.nextLong()));
  }

  private String text() {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  private long number() {
    return random.nextLong(1L << (1 + random.nextInt(62)));
  }

  private Instant time() {
    return Instant.ofEpochSecond(
        random.nextLong(-10_000_000_000L, 10_000_000_000L), random.nextInt(1_000_000_000));
  }

  private Map<String, String> map() {
    Map<String, String> map = new HashMap<>();
    for (int left = random.nextInt(3); left > 0; left--) {
      map.put(text(), text());
    }
    return Map.copyOf(map);
  }
}
