package io.windlass.trial;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.ObjectReader;
import io.windlass.object.Revision;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.Feature;
import io.windlass.store.GetOptions;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopies;
import io.windlass.store.Upload;
import io.windlass.trial.ServerTrial.Subject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The trials of one run, all with the object at one key. */
final class Trials {
  private static final Logger log = LoggerFactory.getLogger(Trials.class);

  /** Difference of clocks that is remarked on. Servers refuse signatures from 15 minutes on. */
  private static final Duration SKEW = Duration.ofMinutes(1);

  /** What is tried with an object that was changed. */
  private static final Set<Subject> CHANGING =
      Set.of(Subject.CLOCK, Subject.COPIES, Subject.RANGES, Subject.DELETES);

  /** What somebody may not do who may write all the same. */
  private static final Set<Subject> MAY_LACK =
      Set.of(Subject.UPLOADS, Subject.COPIES, Subject.RANGES);

  private static final int MAX_BYTES = 1024;

  /** Length of a UUID. */
  private static final int TEXT_BYTES = 36;

  private static final String USE_ANOTHER =
      "do not use this server: two processes of the driver would undo each other's work";
  private static final String SENT_WHOLE =
      "mounts send each file in one request, and no file may be larger than that";
  private static final String SENT =
      "ranges of objects are read and sent in place of copies by the server";
  private static final String ONE_WRITER =
      "a rename or a snapshot takes whatever is there by then: mount the bucket with"
          + " --single-writer, or read-only";

  private final Backend backend;
  private final ObjectStore objects;
  private final String mark;
  private final String key;
  private final Effort effort;
  private final InstantSource clock;

  /**
   * Creates the trials; nothing is sent.
   *
   * @param mark key of an object of the run, which copies may replace
   * @param key of the object that is tried
   */
  Trials(
      Backend backend,
      ObjectStore objects,
      String mark,
      String key,
      Effort effort,
      InstantSource clock) {
    this.backend = backend;
    this.objects = objects;
    this.mark = mark;
    this.key = key;
    this.effort = effort;
    this.clock = clock;
  }

  /** Tries the server; ends early where it does not keep conditions of writes. */
  List<ServerTrial> run(Set<Subject> subjects) {
    List<ServerTrial> trials = new ArrayList<>();
    if (subjects.contains(Subject.WRITES)) {
      trials.add(tried(Subject.WRITES, USE_ANOTHER, this::writes));
      if (trials.getFirst().isBroken()) {
        return trials;
      }
    }
    if (subjects.contains(Subject.LISTINGS) && effort.lists()) {
      trials.add(
          tried(Subject.LISTINGS, ListingTrial.ANOTHER, new ListingTrial(objects, mark)::run));
    }
    if (subjects.contains(Subject.UPLOADS)
        && backend.capabilities().has(Feature.COMPLETE_CONDITIONAL)) {
      trials.add(tried(Subject.UPLOADS, SENT_WHOLE, this::uploads));
    }
    if (Collections.disjoint(subjects, CHANGING)) {
      return trials;
    }
    Revision stale = put(Condition.always()).revision();
    ObjectInfo now = put(Condition.always());
    if (subjects.contains(Subject.CLOCK)) {
      trials.add(clock(now.observedAt()));
    }
    if (subjects.contains(Subject.COPIES)) {
      trials.add(tried(Subject.COPIES, ONE_WRITER, () -> copies(stale)));
    }
    if (subjects.contains(Subject.RANGES)) {
      objects
          .rangeCopies()
          .ifPresent(
              ranges -> trials.add(tried(Subject.RANGES, SENT, () -> ranges(ranges, stale))));
    }
    if (subjects.contains(Subject.DELETES)) {
      trials.add(tried(Subject.DELETES, USE_ANOTHER, () -> deletes(stale)));
    }
    return trials;
  }

  /**
   * Tries one thing. What a server refuses for whatever reason, it does not keep; but a lack of
   * permissions says nothing of its writes.
   */
  private static ServerTrial tried(Subject subject, String next, Supplier<ServerTrial> trial) {
    try {
      return trial.get();
    } catch (DriverException.NoSuchBucket | DriverException.QuotaExceeded e) {
      throw e; // it says nothing of the server
    } catch (DriverException e) {
      boolean permitted = !(e instanceof DriverException.PermissionDenied);
      boolean telling = permitted || MAY_LACK.contains(subject);
      if (e.retryable() || !telling) {
        throw e;
      }
      return ServerTrial.broken(subject, "it cannot be tried: " + e.getMessage(), next);
    }
  }

  private ObjectInfo put(Condition condition) {
    return objects.put(key, text(), PutOptions.DEFAULT.withCondition(condition));
  }

  /** Every content is different, so that every write makes a different revision. */
  private static Content text() {
    return Content.of(UUID.randomUUID().toString().getBytes(UTF_8));
  }

  private ServerTrial writes() {
    for (int round = 0; round < effort.rounds(); round++) {
      Race made = written(Condition.ifAbsent(), effort.writers());
      Optional<ObjectInfo> there = head();
      if (there.isEmpty()) {
        return ServerTrial.broken(Subject.WRITES, lost(made, round), USE_ANOTHER);
      }
      Condition unchanged = Condition.ifMatch(there.get().revision());
      Conditions found =
          new Conditions(made, written(unchanged, effort.writers()), written(unchanged, 1));
      Optional<ServerTrial> broken = found.broken(Subject.WRITES, "writes", USE_ANOTHER);
      if (broken.isPresent()) {
        return broken.get();
      }
      objects.delete(key, Condition.always());
    }
    return ServerTrial.holds(
        Subject.WRITES,
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
                .<Race.Attempt>map(
                    text -> () -> objects.put(key, Content.of(text.getBytes(UTF_8)), options))
                .toList());
    // A write whose answer was lost is sent again, and meets itself.
    return race.won() == 0 && texts.contains(read()) ? race.withWinner() : race;
  }

  private String read() {
    try (ObjectReader reader = objects.get(key, GetOptions.ALL)) {
      return new String(reader.readAll(MAX_BYTES), UTF_8);
    } catch (DriverException.NotFound e) {
      return "";
    } catch (IOException e) {
      throw new DriverException.Unavailable("an object cannot be read", e);
    }
  }

  private ServerTrial uploads() {
    for (int round = 0; round < effort.rounds(); round++) {
      Race made = completed(Condition.ifAbsent(), effort.uploads());
      Condition unchanged =
          head().map(ObjectInfo::revision).map(Condition::ifMatch).orElseGet(Condition::ifAbsent);
      Conditions found =
          new Conditions(made, completed(unchanged, effort.uploads()), completed(unchanged, 1));
      Optional<ServerTrial> broken =
          found.broken(Subject.UPLOADS, "completions of uploads", SENT_WHOLE);
      if (broken.isPresent()) {
        return broken.get();
      }
      objects.delete(key, Condition.always());
    }
    return ServerTrial.holds(
        Subject.UPLOADS,
        "conditional completions of uploads are atomic: of %d at once, one won"
            .formatted(effort.uploads()));
  }

  private Race completed(Condition condition, int writers) {
    MultipartUploads uploads = objects.uploads();
    Queue<Upload> started = new ConcurrentLinkedQueue<>();
    Supplier<Race.Attempt> prepared =
        () -> {
          Upload upload = uploads.start(key, PutOptions.DEFAULT);
          started.add(upload);
          List<Part> parts = List.of(uploads.send(upload, 1, text()));
          return () -> uploads.complete(upload, parts, condition);
        };
    try {
      return Race.of(Race.atOnce(Collections.nCopies(writers, prepared)));
    } finally {
      List<Upload> _ =
          Race.atOnce(
              started.stream().<Supplier<Upload>>map(upload -> () -> aborted(upload)).toList());
    }
  }

  /** Whether uploads may be aborted says nothing of what was tried with them. */
  private Upload aborted(Upload upload) {
    try {
      objects.uploads().abort(upload);
    } catch (DriverException.PermissionDenied e) {
      log.warn("an upload to {} of bucket {} stays: {}", key, objects.bucket(), e.getMessage());
    }
    return upload;
  }

  private ServerTrial copies(Revision stale) {
    CopySource source =
        CopySource.of(objects.bucket(), key).withIfMatch(stale).withSize(TEXT_BYTES);
    // Otherwise the store asks for what it is not told, and finds out before it copies.
    CopyOptions told =
        CopyOptions.DEFAULT.withMetadata(Map.of()).withProperties(ObjectProperties.NONE);
    try {
      CopyResult _ = objects.copy(source, mark, told);
      return ServerTrial.broken(
          Subject.COPIES, "a copy on condition of an older state was carried out", ONE_WRITER);
    } catch (DriverException.PreconditionFailed e) {
      return ServerTrial.holds(Subject.COPIES, "copies are made only on their condition");
    }
  }

  private ServerTrial ranges(RangeCopies ranges, Revision stale) {
    CopySource source =
        CopySource.of(objects.bucket(), key).withIfMatch(stale).withSize(TEXT_BYTES);
    Upload upload = objects.uploads().startWithCopies(key, PutOptions.DEFAULT);
    try {
      Part _ = ranges.copy(upload, 1, source, new ByteRange(0, 1));
      return ServerTrial.broken(
          Subject.RANGES, "a copy of a range on condition of an older state was carried out", SENT);
    } catch (DriverException.PreconditionFailed e) {
      return ServerTrial.holds(Subject.RANGES, "ranges are copied only on their condition");
    } finally {
      Upload _ = aborted(upload);
    }
  }

  private ServerTrial clock(Instant server) {
    Duration skew = Duration.between(server, clock.instant()).abs();
    String text = "differs from this machine's by %d s".formatted(skew.toSeconds());
    return skew.compareTo(SKEW) > 0
        ? ServerTrial.remark(
            Subject.CLOCK, text, "set both by NTP: from 15 minutes on, servers refuse all requests")
        : ServerTrial.holds(Subject.CLOCK, text);
  }

  private ServerTrial deletes(Revision stale) {
    ObjectInfo now = objects.head(key);
    if (backend.capabilities().has(Feature.DELETE_IF_MATCH)) {
      try {
        objects.delete(key, Condition.ifMatch(stale));
        return ServerTrial.broken(
            Subject.DELETES,
            "a delete on condition of an older state was carried out",
            USE_ANOTHER);
      } catch (DriverException.PreconditionFailed e) {
        objects.delete(key, Condition.ifMatch(now.revision()));
      }
    } else if (now.version().isEmpty()
        && backend.capabilities().has(Feature.VERSIONED_CONDITIONS)) {
      return ServerTrial.broken(
          Subject.DELETES,
          "the registry bucket keeps no versions, and its server has no conditional delete",
          "enable versioning on " + objects.bucket());
    } else {
      objects.delete(key, Condition.always());
    }
    return head().isEmpty()
        ? ServerTrial.holds(Subject.DELETES, "a deleted object is gone")
        : ServerTrial.broken(Subject.DELETES, "a deleted object is still there", USE_ANOTHER);
  }

  private Optional<ObjectInfo> head() {
    try {
      return Optional.of(objects.head(key));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }
}
