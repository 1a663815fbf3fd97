package io.windlass.store.s3;

import io.windlass.store.DriverException;
import io.windlass.store.ListOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * When a bucket was last known to be there. It is asked for only if that is some time ago, so what
 * is not found in it costs no second request where much is looked for, or something was listed.
 */
final class BucketSight {
  /** A bucket that is deleted was empty before, so what is not found in it was gone already. */
  private static final Duration BELIEVED = Duration.ofSeconds(1);

  private final S3Lists lists;
  private final AtomicLong last = new AtomicLong(System.nanoTime() - BELIEVED.toNanos());

  BucketSight(S3Lists lists) {
    this.lists = lists;
  }

  /** It has answered now. */
  void seen() {
    last.set(System.nanoTime());
  }

  /**
   * Looks at an object. The answer to a HEAD has no body, so most servers cannot say with it what
   * is missing: the bucket is asked for then.
   *
   * @throws DriverException.NoSuchBucket if the bucket is missing, and not just the object
   */
  <T> T look(String key, Supplier<T> head) {
    try {
      return head.get();
    } catch (DriverException.NotFound e) {
      if (!S3Errors.isNamed(e)) {
        require(key);
      }
      throw e;
    }
  }

  /**
   * Makes sure that it is there. It is listed, at a key, as that is what a key for a part of the
   * bucket allows.
   *
   * @throws DriverException.NoSuchBucket if it is not
   */
  private void require(String key) {
    if (System.nanoTime() - last.get() < BELIEVED.toNanos()) {
      return;
    }
    lists.objects(ListOptions.prefix(key).withLimit(1), Optional.empty());
    seen();
  }
}
