package io.windlass.registry;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import io.windlass.object.Revision;
import io.windlass.store.DeleteFailure;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectVersions;
import io.windlass.store.Page;
import io.windlass.store.PutOptions;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Store of the records of one backend, in its registry bucket. Every write is conditional: if two
 * processes write one record at the same time, one succeeds and the other sees a complete record.
 *
 * <p>A record is claimed, and states the intent, before what it describes is changed; it is
 * completed afterwards. A crash leaves the claim, and the next call for the same thing continues
 * from there. The age of claims is measured by the server's clock; the clocks of nodes do not
 * matter.
 */
public final class Registry {
  /** Object of the registry bucket that says that records were lost. */
  public static final String LOSS = RegistryBucket.LOSS;

  private static final int MAX_RECORD_BYTES = 1 << 20;

  private final RegistryBucket bucket;
  private final Admission admission;
  private final Owner owner;
  private final ClaimTimes times;
  private final LongSupplier clock;
  private final WrittenRecords written = new WrittenRecords();
  private final JsonMapper json =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /** Creates the registry on a server that need not be tried. */
  public Registry(RegistryBucket bucket, Owner owner) {
    this(bucket, owner, System::nanoTime);
  }

  /**
   * Creates the registry on a server that need not be tried.
   *
   * @param clock counts the nanoseconds that operations on the backend take in this process
   */
  public Registry(RegistryBucket bucket, Owner owner, LongSupplier clock) {
    this(bucket, Admission.untried(), owner, clock);
  }

  /**
   * Creates the registry.
   *
   * @param bucket bucket with the records
   * @param admission what every reading and writing of records waits for
   * @param owner this process, identified by where it serves (node and socket), as its successor
   *     is, too
   */
  public Registry(RegistryBucket bucket, Admission admission, Owner owner) {
    this(bucket, admission, owner, System::nanoTime);
  }

  private Registry(RegistryBucket bucket, Admission admission, Owner owner, LongSupplier clock) {
    this.bucket = bucket;
    this.admission = admission;
    this.owner = owner;
    this.clock = clock;
    this.times = ClaimTimes.of(bucket.longestCall());
  }

  /**
   * Reads a record; empty also if there is no registry bucket, because it is made with the first
   * record. Who concludes from that that something does not exist, and that it was not just never
   * made, asks {@link #requireKept}.
   */
  public <T> Optional<Entry<T>> find(RecordKind<T> kind, String id) {
    return read(kind, id)
        .map(stored ->
            entry(
                kind,
                id,
                value(kind, stored.envelope),
                stored.envelope,
                stored.info,
                Optional.empty()));
  }

  /**
   * Checks that something without a record has none because it was not made, or was removed: that
   * the record was not lost with others, and that the look which found none was not at a bucket
   * that the server did not know yet.
   *
   * @param kind kind of its record
   * @param id id of its record, which {@link #find} did not find
   * @param what it, for a message
   * @param there whether it is there, and so was recorded if the driver made it
   * @throws DriverException.FailedPrecondition when the record may have been lost
   * @throws DriverException.Aborted when it has a record now
   */
  public void requireKept(RecordKind<?> kind, String id, String what, boolean there) {
    try {
      bucket.requireThere(what, there);
      if (read(kind, id).isPresent()) {
        throw new DriverException.Aborted(
            "%s was made by another call just now: call again".formatted(what));
      }
      bucket.requireNoLoss(what);
    } finally {
      tellIfLost();
    }
  }

  /** Returns before when records were lost; empty if none were, as far as is known. */
  public Optional<Instant> loss() {
    return bucket.loss();
  }

  private void tellIfLost() {
    if (bucket.isLost()) {
      admission.isLost(bucket.saysLost());
    }
  }

  /** Returns whether the bucket, which is missing, was there before. */
  private boolean isLost() {
    bucket.missing(false);
    tellIfLost();
    return bucket.isLost();
  }

  private <T> T value(RecordKind<T> kind, Envelope<JsonNode> envelope) {
    return json.treeToValue(envelope.value(), kind.type());
  }

  /** A record as it is stored, and the length of its text in bytes. */
  record Stored(Envelope<JsonNode> envelope, ObjectInfo info, int length) {
    /** Returns how long ago it was written, by the server's clock. */
    Duration age() {
      return Duration.between(info.lastModified(), info.observedAt());
    }

    /**
     * Returns whether a process may be about to delete what is left of a record: it may have stood
     * still, so its claim is believed for longer than it lasts.
     */
    boolean mayBeDeleted() {
      return envelope.claim().isPresent() && age().compareTo(EndedRecords.KEPT) < 0;
    }

    /** Returns whether a process has a claim on it, this one or another. */
    boolean isClaimed() {
      return envelope.claim().isPresent() && age().compareTo(envelope.lease()) < 0;
    }
  }

  /**
   * Asks for something in the bucket; once more where that answer did not know the bucket and
   * another one does: it was made a moment ago.
   *
   * @throws DriverException.NoSuchBucket if it is missing
   * @throws DriverException.Unavailable if there is no telling
   */
  private <T> T asked(Supplier<T> question) {
    try {
      return question.get();
    } catch (DriverException.NoSuchBucket e) {
      if (!bucket.exists()) {
        throw e;
      }
    }
    try {
      return question.get();
    } catch (DriverException.NoSuchBucket e) {
      throw bucket.unknownYet(e);
    }
  }

  private Optional<Stored> read(RecordKind<?> kind, String id) {
    return stored(key(kind, id)).filter(stored -> !stored.envelope.isEnded());
  }

  /** Reads a record, or what is left of one that was ended. */
  Optional<Stored> stored(String key) {
    admission.toRead();
    try {
      return asked(() -> storedOnce(key));
    } catch (DriverException.NoSuchBucket e) {
      boolean _ = isLost();
      return Optional.empty();
    }
  }

  private Optional<Stored> storedOnce(String key) {
    try (ObjectReader reader = bucket.objects().get(key, GetOptions.ALL)) {
      bucket.seen();
      byte[] text = reader.readAll(MAX_RECORD_BYTES);
      Envelope<JsonNode> envelope = json.readValue(text, new TypeReference<>() {});
      if (envelope.format() > Envelope.ENDED) {
        throw new DriverException.Unexpected(
            "record %s was written by a newer driver (format %d): upgrade this one"
                .formatted(key, envelope.format()),
            null);
      }
      return Optional.of(new Stored(envelope, reader.info(), text.length));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      bucket.seen();
      return Optional.empty();
    } catch (IOException | JacksonException e) {
      throw new DriverException.Unexpected("record %s cannot be read".formatted(key), e);
    }
  }

  /**
   * What a record says.
   *
   * @param revision that of the object which says so
   * @param length length of its text in bytes
   */
  record Told<T>(T value, Revision revision, int length) {}

  /** Reads what a record says. */
  <T> Optional<Told<T>> tell(RecordKind<T> kind, String id) {
    return read(kind, id)
        .map(stored ->
            new Told<>(value(kind, stored.envelope), stored.info.revision(), stored.length));
  }

  /** Returns what a record says if its listing tells that; empty if it must be read. */
  <T> Optional<Told<T>> told(RecordKind<T> kind, Named named) {
    try {
      return ListedText.of(named.object(), MAX_RECORD_BYTES)
          .flatMap(text -> told(kind, named.revision(), text));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  private <T> Optional<Told<T>> told(RecordKind<T> kind, Revision revision, byte[] text) {
    // A newer driver's may fail to be read, or may be read to say something else.
    JavaType type = json.getTypeFactory().constructParametricType(Envelope.class, kind.type());
    Envelope<T> envelope = json.readValue(text, type);
    return Optional.ofNullable(envelope.value())
        .filter(_ -> envelope.format() <= Envelope.FORMAT)
        .map(value -> new Told<>(value, revision, text.length));
  }

  /**
   * Creates and claims a record that does not exist.
   *
   * @throws DriverException.Aborted when another call created it first
   */
  public <T> Lease<T> claimNew(RecordKind<T> kind, String id, T intent) {
    return claimAbsent(kind, id, intent).orElseThrow(() -> underWay(kind, id));
  }

  /** Creates and claims a record; empty if there is one. */
  public <T> Optional<Lease<T>> claimAbsent(RecordKind<T> kind, String id, T intent) {
    long now = now();
    return putNew(kind, id, intent, true).map(entry -> new Lease<>(this, entry, now));
  }

  private <T> Optional<Entry<T>> putNew(RecordKind<T> kind, String id, T value, boolean claimed) {
    bucket.ensure();
    try {
      return Optional.of(putFirst(kind, id, value, claimed));
    } catch (DriverException.NoSuchBucket e) {
      if (!bucket.exists()) {
        boolean _ = isLost();
      }
      bucket.ensure();
      return putAgain(kind, id, value, claimed);
    } catch (DriverException.PreconditionFailed e) {
      return putOverEnded(kind, id, value, claimed);
    }
  }

  /** Writes a record in place of what is left of one that was ended; empty if there is one. */
  private <T> Optional<Entry<T>> putOverEnded(
      RecordKind<T> kind, String id, T value, boolean claimed) {
    Optional<Stored> ended =
        bucket.writesEnds()
            ? stored(key(kind, id)).filter(stored -> stored.envelope.isEnded())
            : Optional.empty();
    if (ended.filter(Stored::mayBeDeleted).isPresent()) {
      throw new DriverException.Aborted(
          "what was left of %s %s is being removed: call again".formatted(kind.folder(), id));
    }
    try {
      return ended.map(left ->
          put(
              kind,
              id,
              value,
              Condition.ifMatch(left.info.revision()),
              claimed,
              Optional.of(List.of())));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      throw underWay(kind, id); // it was removed just now
    } catch (DriverException.PreconditionFailed e) {
      return Optional.empty();
    }
  }

  private <T> Optional<Entry<T>> putAgain(RecordKind<T> kind, String id, T value, boolean claimed) {
    try {
      return Optional.of(putFirst(kind, id, value, claimed));
    } catch (DriverException.NoSuchBucket e) {
      throw bucket.unknownYet(e);
    } catch (DriverException.PreconditionFailed e) {
      return putOverEnded(kind, id, value, claimed);
    }
  }

  private <T> Entry<T> putFirst(RecordKind<T> kind, String id, T value, boolean claimed) {
    // What is deleted leaves no version behind: so nothing is under the first one.
    Optional<List<String>> older = Optional.of(List.of());
    return put(kind, id, value, Condition.ifAbsent(), claimed, older);
  }

  private static DriverException.Aborted underWay(RecordKind<?> kind, String id) {
    return new DriverException.Aborted(
        "another call for %s %s is under way: call again".formatted(kind.folder(), id));
  }

  /**
   * Creates a record that does not exist, without a claim.
   *
   * @throws DriverException.Aborted when another call created it first
   */
  public <T> Entry<T> insert(RecordKind<T> kind, String id, T value) {
    return putNew(kind, id, value, false).orElseThrow(() -> underWay(kind, id));
  }

  /**
   * Claims a record as this process gave it back last, without reading it. The claim fails if
   * anybody has changed the record since, so this overlooks nothing that others did.
   *
   * @param intent returns what to write; empty if the record has to be read
   * @return empty if the record has to be read
   */
  public <T> Optional<Lease<T>> claimWritten(
      RecordKind<T> kind, String id, Function<T, Optional<T>> intent) {
    return written
        .find(kind, key(kind, id))
        .flatMap(entry -> intent.apply(entry.value()).flatMap(next -> claimUnchanged(entry, next)));
  }

  private <T> Optional<Lease<T>> claimUnchanged(Entry<T> last, T intent) {
    long now = now();
    try {
      return Optional.of(new Lease<>(this, write(last, intent, true), now));
    } catch (DriverException.Aborted e) {
      return Optional.empty();
    }
  }

  /**
   * Claims a record that was read, and writes the intent into it.
   *
   * @throws DriverException.Aborted when another process has the claim, or the record was changed
   */
  public <T> Lease<T> claim(Entry<T> seen, T intent) {
    Optional<Owner> rival = seen.claim().filter(other -> !owner.succeeds(other));
    if (rival.isPresent() && seen.age().compareTo(seen.lease()) < 0) {
      throw new DriverException.Aborted(
          "%s %s is being worked on by %s: call again"
              .formatted(seen.kind().folder(), seen.id(), rival.get()));
    }
    long now = now();
    return new Lease<>(this, write(seen, intent, true), now);
  }

  /** Lists the ids of all records of a kind. */
  public Page<String> ids(RecordKind<?> kind, Optional<String> token) {
    Page<Named> page = named(kind, ListOptions.prefix(kind.folder() + "/"), token);
    return new Page<>(page.items().stream().map(Named::id).toList(), page.next());
  }

  /**
   * Lists ids of records of a kind, in the order in which they are stored.
   *
   * @param after returns only ids after this one, whether or not it has a record (any more)
   * @param most most ids to return, 1 to 1000
   */
  public List<String> ids(RecordKind<?> kind, Optional<String> after, int most) {
    return named(kind, after, most, false).items().stream().map(Named::id).toList();
  }

  /** A record in a listing: its id, and its object. */
  record Named(String id, ListedEntry.Listed object) {
    Revision revision() {
      return object.revision();
    }
  }

  /**
   * Lists records as {@link #ids(RecordKind, Optional, int)} does.
   *
   * @param told whether the listing should tell them
   */
  Page<Named> named(RecordKind<?> kind, Optional<String> after, int most, boolean told) {
    String folder = kind.folder() + "/";
    ListOptions some = ListOptions.prefix(folder).withLimit(most);
    ListOptions all = told ? some.withMetadata() : some;
    String start = after.map(id -> key(kind, id)).orElse(folder);
    return named(kind, all.withStartAfter(start), Optional.empty());
  }

  private Page<Named> named(RecordKind<?> kind, ListOptions options, Optional<String> token) {
    admission.toRead();
    String folder = kind.folder() + "/";
    try {
      Page<ListedEntry> page = asked(() -> bucket.objects().list(options, token));
      List<Named> named = new ArrayList<>();
      for (ListedEntry entry : page.items()) {
        // The folder itself is listed where directories are real.
        if (entry instanceof ListedEntry.Listed object && !object.key().equals(folder)) {
          String id =
              URLDecoder.decode(object.key().substring(folder.length()), StandardCharsets.UTF_8);
          named.add(new Named(id, object));
        }
      }
      return new Page<>(named, page.next());
    } catch (DriverException.NoSuchBucket e) {
      if (isLost()) {
        throw new DriverException.FailedPrecondition(bucket.saysLost());
      }
      return new Page<>(List.of(), Optional.empty());
    }
  }

  <T> Entry<T> write(Entry<T> seen, T value, boolean claimed) {
    try {
      return put(
          seen.kind(),
          seen.id(),
          value,
          Condition.ifMatch(seen.revision()),
          claimed,
          seen.replaced());
    } catch (DriverException.NoSuchBucket e) {
      bucket.requireMissing(e);
      boolean _ = isLost();
      throw new DriverException.FailedPrecondition(bucket.saysLost());
    } catch (DriverException.PreconditionFailed | DriverException.NotFound e) {
      throw new DriverException.Aborted(
          "%s %s was changed by another call: call again"
              .formatted(seen.kind().folder(), seen.id()));
    }
  }

  /**
   * Removes exactly the version of the record that was seen. If another process has taken over
   * meanwhile, its record stays.
   */
  <T> void remove(Entry<T> seen) {
    String key = key(seen.kind(), seen.id());
    written.forget(key);
    if (bucket.removesVersions(seen)) {
      removeVersions(key, seen);
    } else {
      try {
        if (bucket.writesEnds()) {
          ObjectInfo _ = putEnded(key, seen.revision(), false);
        } else {
          bucket.objects().delete(key, Condition.ifMatch(seen.revision()));
        }
      } catch (DriverException.NoSuchBucket e) {
        bucket.requireMissing(e); // else the record is gone with it
      } catch (DriverException.NotFound e) {
        // The record is gone already: an answer was lost, and the delete was repeated.
      } catch (DriverException.PreconditionFailed e) {
        // A server may answer this, too, if the object does not exist any more.
        if (read(seen.kind(), seen.id()).isPresent()) {
          throw new DriverException.Aborted(key + " was changed by another call: call again");
        }
      }
    }
  }

  /**
   * Deletes all versions, older ones first: if the newest were deleted first, a crash would bring
   * an old one back.
   */
  private <T> void removeVersions(String key, Entry<T> seen) {
    String newest =
        seen.version()
            .orElseThrow(() ->
                new DriverException.Unexpected(
                    "the registry bucket keeps no versions, and its server has no conditional"
                        + " delete: enable versioning on "
                        + bucket.objects().bucket(),
                    null));
    ObjectVersions versions = bucket.objects().versions().orElseThrow();
    List<ObjectId> older =
        seen.older().orElseGet(() -> others(versions, key, newest)).stream()
            .map(version -> ObjectId.of(key, version))
            .toList();
    int batch = bucket.maxDeleteBatch();
    for (int from = 0; from < older.size(); from += batch) {
      delete(older.subList(from, Math.min(older.size(), from + batch)));
    }
    versions.delete(key, newest);
  }

  /** Lists the versions under one that was seen. */
  private static List<String> others(ObjectVersions versions, String key, String seen) {
    List<String> others = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<ListedVersion> page = versions.list(key, token);
      for (ListedVersion version : page.items()) {
        if (version.key().equals(key) && !version.latest() && !version.version().equals(seen)) {
          others.add(version.version());
        }
      }
      token = page.next();
    } while (token.isPresent());
    return others;
  }

  private void delete(List<ObjectId> batch) {
    List<DeleteFailure> failures = bucket.objects().deleteAll(batch);
    if (!failures.isEmpty()) {
      throw failures.getFirst().reason();
    }
  }

  /**
   * Writes a record. If a write was repeated after a lost answer, the condition fails because of
   * the first write. The nonce shows whether the existing record is the one to be written.
   */
  private <T> Entry<T> put(
      RecordKind<T> kind,
      String id,
      T value,
      Condition condition,
      boolean claimed,
      Optional<List<String>> older) {
    admission.toWrite();
    String key = key(kind, id);
    Optional<Owner> claim = claimed ? Optional.of(owner) : Optional.empty();
    String nonce = nonce();
    Envelope<JsonNode> envelope =
        new Envelope<>(Envelope.FORMAT, claim, times.lease(), nonce, json.valueToTree(value));
    byte[] text = json.writeValueAsBytes(envelope);
    PutOptions options =
        PutOptions.DEFAULT
            .withCondition(condition)
            .withContentType("application/json")
            .withMetadata(kind.listed() ? ListedText.metadata(text) : Map.of());
    written.forget(key);
    ObjectInfo info = put(key, Content.of(text), options, nonce);
    bucket.seen();
    Entry<T> entry = entry(kind, id, value, envelope, info, older);
    written.keep(key, entry, text.length);
    return entry;
  }

  /**
   * Writes in place of a record that it was ended. A server that deletes nothing on condition may
   * overlook a record that is written just before: a write does not.
   *
   * @param claimed whether this process is about to delete the object
   */
  ObjectInfo putEnded(String key, Revision seen, boolean claimed) {
    String nonce = nonce();
    Envelope<Optional<String>> ended =
        new Envelope<>(
            Envelope.ENDED,
            claimed ? Optional.of(owner) : Optional.empty(),
            times.lease(),
            nonce,
            Optional.empty());
    PutOptions options =
        PutOptions.DEFAULT
            .withCondition(Condition.ifMatch(seen))
            .withContentType("application/json");
    return put(key, Content.of(json.writeValueAsBytes(ended)), options, nonce);
  }

  private static String nonce() {
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }

  private ObjectInfo put(String key, Content text, PutOptions options, String nonce) {
    try {
      return bucket.objects().put(key, text, options);
    } catch (DriverException.PreconditionFailed e) {
      return stored(key)
          .filter(stored -> stored.envelope.nonce().equals(nonce))
          .map(Stored::info)
          .orElseThrow(() -> e);
    }
  }

  private static <T> Entry<T> entry(
      RecordKind<T> kind,
      String id,
      T value,
      Envelope<?> envelope,
      ObjectInfo info,
      Optional<List<String>> older) {
    return new Entry<>(
        kind,
        id,
        value,
        envelope.claim(),
        envelope.lease(),
        info.revision(),
        info.version(),
        older,
        info.lastModified(),
        Duration.between(info.lastModified(), info.observedAt()));
  }

  /** Removes what trials of the server left whose process died. */
  public void removeLeftTrials() {
    try {
      bucket.probe().sweep();
    } catch (DriverException.NoSuchBucket e) {
      // Then nothing is left.
    }
  }

  /**
   * Removes what is left of records that were ended long ago, where the server needs that; to be
   * called now and then.
   */
  public void removeEnded() {
    if (bucket.writesEnds()) {
      new EndedRecords(this, bucket, EndedRecords.KEPT).remove();
    }
  }

  static String key(RecordKind<?> kind, String id) {
    return kind.folder() + "/" + URLEncoder.encode(id, StandardCharsets.UTF_8);
  }

  ClaimTimes times() {
    return times;
  }

  /** Returns the clock by which operations on the backend measure their time, in nanoseconds. */
  public LongSupplier clock() {
    return clock;
  }

  long now() {
    return clock.getAsLong();
  }

  Duration elapsed(long since) {
    return Duration.ofNanos(now() - since);
  }
}
