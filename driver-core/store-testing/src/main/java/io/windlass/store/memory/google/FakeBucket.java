package io.windlass.store.memory.google;

import io.windlass.store.memory.Bodies;
import io.windlass.store.memory.KeyPages;
import io.windlass.store.memory.Keys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;

/** A fake of a bucket. */
final class FakeBucket {
  /** "json_api/v1/objects/compose": most sources. */
  static final int MOST_SOURCES = 32;

  /** "batch": most calls of one. */
  static final int MOST_IN_BATCH = 100;

  /** "json_api/v1/objects/rewrite": a call copies so much, if the object is larger. */
  private static final int REWRITTEN_PER_CALL = 1 << 20;

  /** "quotas#objects": most of it, names and values together, in bytes. */
  private static final int MOST_METADATA = 8192;

  private static final int LONGEST_NAME = 1024;
  private static final int LONGEST_PAGE = 1000;

  private final InstantSource clock;

  /** Generations by name, oldest first; none is an empty list. */
  private final NavigableMap<String, List<FakeObject>> objects = new TreeMap<>(Keys.ORDER);

  private final Map<String, Integer> rewritten = new HashMap<>();
  private long generations = 1_700_000_000_000_000L;
  private boolean versioning;

  FakeBucket(InstantSource clock) {
    this.clock = clock;
  }

  /** "json_api/v1/buckets/patch" of {@code versioning.enabled}. */
  synchronized void keepVersions(boolean wanted) {
    versioning = wanted;
  }

  synchronized boolean keepsVersions() {
    return versioning;
  }

  synchronized boolean isEmpty() {
    return objects.isEmpty();
  }

  private List<FakeObject> generations(String name) {
    return objects.getOrDefault(checked(name), List.of());
  }

  private Optional<FakeObject> live(String name) {
    return generations(name).stream().filter(object -> object.deleted().isEmpty()).findAny();
  }

  private void keep(String name, List<FakeObject> all) {
    if (all.isEmpty()) {
      objects.remove(name);
    } else {
      objects.put(name, List.copyOf(all));
    }
  }

  /** Its objects are in another then, too, with the generations that they have here. */
  synchronized void copyTo(FakeBucket other) {
    other.objects.putAll(objects);
    other.generations = generations;
  }

  /** "json_api/v1/objects/get". */
  synchronized FakeObject get(String name, OptionalLong generation, Preconditions preconditions) {
    Optional<FakeObject> found =
        generation.isEmpty()
            ? live(name)
            : generations(name).stream()
                .filter(object -> object.generation() == generation.getAsLong())
                .findAny();
    FakeObject object =
        found.orElseThrow(() -> new GoogleError(GoogleError.Reason.NOT_FOUND, name));
    preconditions.check(name, found);
    return object;
  }

  /** "json_api/v1/objects/insert". */
  synchronized FakeObject insert(
      String name, ByteBuffer content, Map<String, String> metadata, Preconditions preconditions) {
    preconditions.check(name, live(name));
    requireMetadata(metadata);
    Instant now = clock.instant();
    FakeObject object =
        new FakeObject(
            name, ++generations, 1, content, Map.copyOf(metadata), now, Optional.empty());
    List<FakeObject> all = ended(name, now);
    all.add(object);
    keep(name, all);
    return object;
  }

  /** What stays if the live one is replaced or deleted: "object-versioning". */
  private List<FakeObject> ended(String name, Instant now) {
    List<FakeObject> all = new ArrayList<>();
    for (FakeObject object : generations(name)) {
      if (object.deleted().isPresent()) {
        all.add(object);
      } else if (versioning) {
        all.add(object.noncurrent(now));
      }
    }
    return all;
  }

  /** "json_api/v1/objects/update": replaces all metadata; the generation stays. */
  synchronized FakeObject update(
      String name, Map<String, String> metadata, Preconditions preconditions) {
    FakeObject object = get(name, OptionalLong.empty(), preconditions);
    requireMetadata(metadata);
    List<FakeObject> all = new ArrayList<>(generations(name));
    FakeObject described = object.described(metadata);
    all.set(all.indexOf(object), described);
    keep(name, all);
    return described;
  }

  /**
   * "json_api/v1/objects/delete".
   *
   * @param generation this one, for good; otherwise the live one becomes noncurrent where versions
   *     are kept
   */
  synchronized void delete(String name, OptionalLong generation, Preconditions preconditions) {
    FakeObject object = get(name, generation, preconditions);
    if (generation.isEmpty()) {
      keep(name, ended(name, clock.instant()));
      return;
    }
    List<FakeObject> all = new ArrayList<>(generations(name));
    all.remove(object);
    keep(name, all);
  }

  /** An object of a batch. */
  record Named(String name, OptionalLong generation) {}

  /** "batch" of deletes; what is said of each that is not deleted. */
  synchronized List<Optional<GoogleError>> deleteBatch(List<Named> all) {
    if (all.size() > MOST_IN_BATCH) {
      throw new GoogleError(GoogleError.Reason.INVALID, all.size() + " calls in a batch");
    }
    return all.stream().map(this::deleted).toList();
  }

  private Optional<GoogleError> deleted(Named named) {
    try {
      delete(named.name, named.generation, Preconditions.NONE);
      return Optional.empty();
    } catch (GoogleError e) {
      return Optional.of(e);
    }
  }

  /** "json_api/v1/objects/compose" of what is live. */
  synchronized FakeObject compose(
      List<String> sources,
      String name,
      Map<String, String> metadata,
      Preconditions preconditions) {
    if (sources.isEmpty() || sources.size() > MOST_SOURCES) {
      throw new GoogleError(GoogleError.Reason.INVALID, sources.size() + " sources");
    }
    List<ByteBuffer> contents =
        sources.stream()
            .map(source -> get(source, OptionalLong.empty(), Preconditions.NONE).content())
            .toList();
    return insert(name, Bodies.join(contents), metadata, preconditions);
  }

  /** What a call of a rewrite has done: it is over with an object, and goes on with a token. */
  record Rewrite(Optional<FakeObject> done, Optional<String> token) {}

  /**
   * "json_api/v1/objects/rewrite".
   *
   * @param metadata empty: the source's
   */
  synchronized Rewrite rewrite(
      FakeObject source,
      String name,
      Optional<Map<String, String>> metadata,
      Preconditions preconditions,
      Optional<String> token) {
    preconditions.check(name, live(name));
    int before = token.map(rewritten::get).orElse(0);
    int now = before + REWRITTEN_PER_CALL;
    if (now < source.size()) {
      String next = UUID.randomUUID().toString();
      rewritten.put(next, now);
      return new Rewrite(Optional.empty(), Optional.of(next));
    }
    return new Rewrite(
        Optional.of(
            insert(name, source.content(), metadata.orElse(source.metadata()), preconditions)),
        Optional.empty());
  }

  /** A page: objects and prefixes apart, each in the order of their names. */
  record Listing(List<FakeObject> items, List<String> prefixes, Optional<String> nextPageToken) {}

  /**
   * "json_api/v1/objects/list" of what is live.
   *
   * @param startOffset the first name to list, itself included
   */
  synchronized Listing list(
      String prefix,
      Optional<String> delimiter,
      Optional<String> startOffset,
      Optional<String> pageToken,
      int maxResults) {
    NavigableMap<String, FakeObject> shown = new TreeMap<>(Keys.ORDER);
    objects.keySet().forEach(name -> live(name).ifPresent(object -> shown.put(name, object)));
    KeyPages.Start start =
        pageToken
            .map(FakeBucket::decoded)
            .map(KeyPages.Start::behind)
            .or(() -> startOffset.map(KeyPages.Start::at))
            .orElse(KeyPages.Start.ALL);
    KeyPages.Lines<FakeObject> page =
        KeyPages.page(shown, prefix, delimiter, start, Math.min(LONGEST_PAGE, maxResults));
    return new Listing(
        page.lines().stream().flatMap(line -> line.value().stream()).toList(),
        page.lines().stream()
            .filter(line -> line.value().isEmpty())
            .map(KeyPages.Line::key)
            .toList(),
        page.next().map(FakeBucket::encoded));
  }

  /**
   * "json_api/v1/objects/list" with {@code versions=true}: of a name, the oldest first. Nothing
   * tells that a name was deleted but that no generation of it is live.
   *
   * @param startOffset the first name to list, itself included
   */
  synchronized Listing listVersions(
      String prefix, Optional<String> startOffset, Optional<String> pageToken) {
    String start = startOffset.orElse("");
    List<FakeObject> all =
        objects.values().stream()
            .flatMap(List::stream)
            .filter(object -> object.name().startsWith(prefix))
            .filter(object -> Keys.ORDER.compare(object.name(), start) >= 0)
            .toList();
    int from = pageToken.map(FakeBucket::decoded).map(last -> behind(all, last)).orElse(0);
    int to = Math.min(all.size(), from + LONGEST_PAGE);
    return new Listing(
        all.subList(from, to),
        List.of(),
        Optional.of(to)
            .filter(end -> end < all.size())
            .map(end -> encoded(position(all.get(end - 1)))));
  }

  private static String position(FakeObject object) {
    return object.generation() + "/" + object.name();
  }

  private static int behind(List<FakeObject> all, String last) {
    return all.stream().map(FakeBucket::position).toList().indexOf(last) + 1;
  }

  private static String encoded(String token) {
    return Base64.getEncoder().encodeToString(token.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String token) {
    return new String(Base64.getDecoder().decode(token), StandardCharsets.UTF_8);
  }

  /** "objects#naming". */
  private static String checked(String name) {
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    boolean fits =
        bytes >= 1
            && bytes <= LONGEST_NAME
            && name.chars().noneMatch(c -> c == '\r' || c == '\n')
            && !name.equals(".")
            && !name.equals("..")
            && !name.startsWith(".well-known/acme-challenge/");
    if (!fits) {
      throw new GoogleError(GoogleError.Reason.INVALID_NAME, name);
    }
    return name;
  }

  private static void requireMetadata(Map<String, String> metadata) {
    int size =
        metadata.entrySet().stream()
            .mapToInt(entry -> bytes(entry.getKey()) + bytes(entry.getValue()))
            .sum();
    if (size > MOST_METADATA) {
      throw new GoogleError(GoogleError.Reason.INVALID, size + " bytes of metadata");
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
