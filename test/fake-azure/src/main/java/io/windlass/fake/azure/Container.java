package io.windlass.fake.azure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** A container with its blobs. Guarded by its account. */
final class Container {
  private static final Comparator<String> BYTES =
      (one, other) ->
          Arrays.compareUnsigned(
              one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));

  /**
   * What a write changes: "azure/storage/blobs/versioning-overview" says which changes create a
   * version.
   */
  enum Change {
    CONTENT,
    METADATA,
    PROPERTIES
  }

  /** A stored access policy; a field is empty if signatures state it instead. */
  record Policy(String id, String start, String expiry, String permissions) {}

  private record Policies(Instant from, List<Policy> list) {}

  private final FakeAccount account;
  private final NavigableMap<String, Entry> entries;
  private final List<Policies> policies = new ArrayList<>();
  private Map<String, String> metadata;
  private Map<String, String> encryption = Map.of();
  private boolean lockable;
  private Duration retention = Duration.ZERO;
  private String publicAccess;
  private Lease lease = Lease.NONE;
  private String etag = "";
  private Instant modified = Instant.EPOCH;

  Container(FakeAccount account, Map<String, String> metadata, String publicAccess) {
    this.account = account;
    this.metadata = metadata;
    this.publicAccess = publicAccess;
    this.entries = new TreeMap<>(account.settings().hierarchical() ? byDirectory() : BYTES);
    this.policies.add(new Policies(Instant.EPOCH, List.of()));
    touch();
  }

  /** "list-blobs": in a hierarchical namespace, a directory is followed by its content. */
  private static Comparator<String> byDirectory() {
    return (one, other) -> BYTES.compare(one.replace('/', '\0'), other.replace('/', '\0'));
  }

  private void touch() {
    etag = account.nextEtag();
    modified = account.stamp(modified);
  }

  Map<String, String> metadata() {
    return metadata;
  }

  /**
   * "create-container": the scope of all blobs that name none; "true" keeps them from naming
   * another.
   */
  void encrypt(String scope, boolean denied) {
    encryption =
        Map.of(
            "x-ms-default-encryption-scope",
            scope,
            "x-ms-deny-encryption-scope-override",
            Boolean.toString(denied));
  }

  Map<String, String> encryption() {
    return encryption;
  }

  /** Lets its blobs be retained and held; this is not taken back. */
  void makeLockable() {
    lockable = true;
  }

  boolean isLockable() {
    return lockable;
  }

  /** Sets for how long new versions of blobs are retained whose writer does not say that. */
  void retain(Duration time) {
    retention = time;
  }

  /** Returns that time; zero if they are not. */
  Duration retention() {
    return retention;
  }

  void setMetadata(Map<String, String> all) {
    metadata = all;
    touch();
  }

  Lease lease() {
    return lease;
  }

  void setLease(Lease next) {
    lease = next;
  }

  String publicAccess() {
    return publicAccess;
  }

  String etag() {
    return etag;
  }

  Instant modified() {
    return modified;
  }

  /** Returns the policies that were set last. */
  List<Policy> policies() {
    return policies.getLast().list();
  }

  /**
   * Returns the policies in effect ("define-stored-access-policy": changes may take up to 30
   * seconds).
   */
  List<Policy> policiesInEffect() {
    return policies.reversed().stream()
        .filter(all -> !all.from().isAfter(account.now()))
        .findFirst()
        .map(Policies::list)
        .orElse(List.of());
  }

  void setPolicies(List<Policy> all, String access) {
    policies.add(new Policies(account.now().plus(account.settings().policiesAfter()), all));
    publicAccess = access;
    touch();
  }

  Map<String, String> headers() {
    return Map.of("ETag", "\"" + etag + "\"", "Last-Modified", Times.http(modified));
  }

  /**
   * Returns all names, in the order of listings, after removing soft-deleted blobs whose retention
   * is over.
   */
  NavigableMap<String, Entry> entries() {
    if (account.settings().retention().isZero()) {
      return entries;
    }
    Instant until = account.now().minus(account.settings().retention());
    entries
        .values()
        .forEach(entry ->
            entry
                .kept()
                .removeIf(blob -> blob.deleted().map(at -> at.isBefore(until)).orElse(false)));
    return entries;
  }

  /** Returns the number of bytes stored. */
  long stored() {
    return entries.values().stream().mapToLong(entry -> entry.stored(account.now())).sum();
  }

  /** Returns the entry for blocks and blobs of this name; creates one if there is none. */
  Entry entry(String name) {
    return entries.computeIfAbsent(name, _ -> new Entry());
  }

  Optional<Entry> find(String name) {
    return Optional.ofNullable(entries().get(name));
  }

  Optional<Blob> current(String name) {
    return find(name).flatMap(Entry::current);
  }

  /** Returns the state that a request names; 404 if there is none. */
  Blob read(String name, Optional<String> version, Optional<String> snapshot) {
    Optional<Blob> found =
        version.isEmpty() && snapshot.isEmpty()
            ? current(name)
            : all(name).stream()
                .filter(blob ->
                    version
                            .map(v -> v.equals(blob.version()) && blob.snapshot().isEmpty())
                            .orElse(true)
                        && snapshot.map(blob.snapshot()::equals).orElse(true)
                        && blob.deleted().isEmpty())
                .findFirst();
    return found.orElseThrow(() -> Fault.of(404, "BlobNotFound", "blob-service-error-codes"));
  }

  private List<Blob> all(String name) {
    List<Blob> all = new ArrayList<>();
    find(name)
        .ifPresent(entry -> {
          all.addAll(entry.kept());
          entry.current().ifPresent(all::add);
        });
    return all;
  }

  /** Makes this blob the current state. */
  Blob write(String name, Blob blob, Change change) {
    Entry entry = entry(name);
    Optional<Blob> before = entry.current();
    boolean modifies = change != Change.PROPERTIES;
    boolean makesVersion = account.settings().versioning() && modifies;
    boolean wasVersion = before.filter(old -> !old.version().isEmpty()).isPresent();
    if (makesVersion || (modifies && wasVersion)) {
      before.ifPresent(old -> keepVersion(entry, old));
    } else if (account.settings().retention().isPositive() && change == Change.CONTENT) {
      // "azure/storage/blobs/soft-delete-blob-overview": an overwrite keeps a deleted snapshot.
      before.ifPresent(old ->
          entry
              .kept()
              .add(old.asSnapshot(account.nextTick()).deletedAt(Optional.of(account.now()))));
    }
    Blob now =
        blob.changed(
            account.nextEtag(),
            before.map(Blob::created).orElse(account.now()),
            account.now(),
            makesVersion
                ? account.nextTick()
                : modifies ? "" : before.map(Blob::version).orElse(""));
    entry.setCurrent(Optional.of(now));
    return now;
  }

  /**
   * "azure/storage/blobs/versioning-overview": a blob that was written before versioning was
   * enabled becomes a version whose id is the blob's creation time.
   */
  private static void keepVersion(Entry entry, Blob blob) {
    Blob version = blob.version().isEmpty() ? blob.withVersion(Times.ticks(blob.created())) : blob;
    if (entry.kept().stream().anyMatch(kept -> kept.version().equals(version.version()))) {
      throw Fault.unknown("two versions of one creation time");
    }
    entry.kept().add(version);
  }

  /**
   * Deletes the current state; with versioning it becomes a version
   * ("azure/storage/blobs/versioning-overview").
   */
  void delete(String name) {
    Entry entry = entry(name);
    if (account.settings().versioning()) {
      entry.current().ifPresent(old -> keepVersion(entry, old));
    } else if (entry.current().filter(blob -> !blob.version().isEmpty()).isPresent()) {
      throw Fault.unknown("the deletion of a version when versioning was disabled");
    } else if (account.settings().retention().isPositive()) {
      entry
          .current()
          .ifPresent(blob -> entry.kept().add(blob.deletedAt(Optional.of(account.now()))));
    }
    entry.setCurrent(Optional.empty());
    entry.uncommitted(account.now()).clear();
    forget(name);
  }

  /** Deletes a version or snapshot, or soft-deletes it. */
  void drop(String name, Blob blob) {
    Entry entry = entry(name);
    int at = entry.kept().indexOf(blob);
    if (account.settings().retention().isPositive()) {
      entry.kept().set(at, blob.deletedAt(Optional.of(account.now())));
    } else {
      entry.kept().remove(at);
    }
    forget(name);
  }

  private void forget(String name) {
    if (entry(name).isEmpty()) {
      entries.remove(name);
    }
  }
}
