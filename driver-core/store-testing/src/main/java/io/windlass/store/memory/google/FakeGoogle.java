package io.windlass.store.memory.google;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** A fake of a project's buckets. */
public final class FakeGoogle {
  /** "buckets#naming": 3 to 63 of these without dots, and not an address. */
  private static final String BUCKET = "(?!goog)[a-z0-9][a-z0-9_-]{1,61}[a-z0-9]";

  private final InstantSource clock;
  private final Runnable requests;
  private final NavigableMap<String, FakeBucket> buckets = new TreeMap<>();

  /** An empty one, by this clock. */
  public FakeGoogle(InstantSource clock) {
    this(clock, () -> {});
  }

  /**
   * The same.
   *
   * @param requests what happens before a bucket is asked for anything; may fail in its place
   */
  FakeGoogle(InstantSource clock, Runnable requests) {
    this.clock = clock;
    this.requests = requests;
  }

  Instant now() {
    return clock.instant();
  }

  /** "json_api/v1/buckets/insert". */
  synchronized void insertBucket(String name, boolean versioning) {
    if (!name.matches(BUCKET)) {
      throw new GoogleError(GoogleError.Reason.INVALID, name);
    }
    if (buckets.containsKey(name)) {
      throw new GoogleError(GoogleError.Reason.CONFLICT, name);
    }
    FakeBucket bucket = new FakeBucket(clock);
    bucket.keepVersions(versioning);
    buckets.put(name, bucket);
  }

  /** "json_api/v1/buckets/delete": only if it holds nothing, noncurrent versions included. */
  synchronized void deleteBucket(String name) {
    if (!bucket(name).isEmpty()) {
      throw new GoogleError(GoogleError.Reason.CONFLICT, name);
    }
    buckets.remove(name);
  }

  synchronized FakeBucket bucket(String name) {
    requests.run();
    return Optional.ofNullable(buckets.get(name))
        .orElseThrow(() -> new GoogleError(GoogleError.Reason.BUCKET_NOT_FOUND, name));
  }

  /** "json_api/v1/buckets/list". */
  synchronized List<String> buckets() {
    return List.copyOf(buckets.keySet());
  }
}
