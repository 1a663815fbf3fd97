package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.Page;
import io.windlass.store.s3.client.S3Errors;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Cache of the last time when a bucket was known to exist. The server is asked for the bucket only
 * if that is some time ago, so a missing object costs no second request where many objects are
 * looked up, or a listing has just answered.
 */
final class BucketSight {
  /**
   * How long a bucket that answered is taken to exist. A bucket is empty before it is deleted, so
   * an object that is not found in it was gone already.
   */
  private static final Duration BELIEVED = Duration.ofSeconds(1);

  private final S3Lists lists;
  private final LongSupplier clock;
  private final AtomicLong last;

  /** Goes by a clock that counts nanoseconds. */
  BucketSight(S3Lists lists, LongSupplier clock) {
    this.lists = lists;
    this.clock = clock;
    this.last = new AtomicLong(clock.getAsLong() - BELIEVED.toNanos());
  }

  /** Returns one of another bucket, which has not answered yet. */
  BucketSight at(S3Lists other) {
    return new BucketSight(other, clock);
  }

  /** Notes that the bucket has answered now. */
  void seen() {
    last.set(clock.getAsLong());
  }

  /**
   * Looks up an object, or a version of it. The answer to a HEAD has no body, so most servers
   * cannot say in it what is missing: then the bucket is looked up, too.
   *
   * @throws DriverException.NoSuchBucket if the bucket is missing, and not just the object
   */
  <T> T look(String key, Optional<String> version, Supplier<T> head) {
    try {
      return version.isEmpty() ? tell(key, head, denied -> !S3Errors.isNamed(denied)) : head.get();
    } catch (DriverException.NotFound e) {
      if (!S3Errors.isNamed(e)) {
        require(key);
      }
      throw e;
    }
  }

  /**
   * Reads an object. To whoever may not list, servers refuse what is missing; some to whoever may
   * list what begins so, too. So what is refused is looked for in a listing, if that is permitted.
   *
   * @see <a href="https://github.com/ceph/ceph/pull/68577">Ceph, until 2026</a>
   * @throws DriverException.NotFound if there is no such object
   */
  <T> T tell(String key, Supplier<T> reading) {
    return tell(key, reading, S3Errors::isDenial);
  }

  private <T> T tell(String key, Supplier<T> reading, Predicate<DriverException> mayBeMissing) {
    try {
      return reading.get();
    } catch (DriverException.PermissionDenied e) {
      if (mayBeMissing.test(e) && isUnlisted(key)) {
        throw new DriverException.NotFound(
            "%s; and no such object is listed".formatted(e.getMessage()), e);
      }
      throw e;
    }
  }

  private boolean isUnlisted(String key) {
    try {
      Page<ListedEntry> page =
          lists.objects(ListOptions.prefix(key).withLimit(1), Optional.empty());
      seen();
      // Of the keys that begin so, it is the first.
      return page.items().stream()
          .noneMatch(entry -> entry instanceof ListedEntry.Listed each && each.key().equals(key));
    } catch (DriverException.PermissionDenied e) {
      return false;
    }
  }

  /**
   * Checks that the bucket exists, by a listing of the key: a credential for a part of the bucket
   * permits that.
   *
   * @throws DriverException.NoSuchBucket if it does not exist
   */
  private void require(String key) {
    if (clock.getAsLong() - last.get() < BELIEVED.toNanos()) {
      return;
    }
    lists.objects(ListOptions.prefix(key).withLimit(1), Optional.empty());
    seen();
  }
}
