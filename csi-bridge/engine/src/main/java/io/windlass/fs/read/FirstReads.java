package io.windlass.fs.read;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectStore;
import java.nio.ByteBuffer;

/**
 * Looks up the files of a volume. A HEAD tells what a file is. A GET of its beginning tells the
 * same, and brings what a program reads first that opens the file: then the first byte takes one
 * round trip instead of two.
 *
 * <p>A GET is sent where programs read what they look up. Each first read of a file that was looked
 * up pays for two of them, so there are at most twice as many as files that are read, and a program
 * that only looks at files causes none.
 */
public final class FirstReads {
  /** What the first reads of a program ask for, with what the kernel reads ahead, in bytes. */
  private static final int BEGINNING = 128 << 10;

  private static final GetOptions WANTED = GetOptions.ALL.withRange(new ByteRange(0, BEGINNING));

  /** First reads that have to be seen before the first GET. */
  private static final int FEW = 2;

  private static final int MOST_CREDIT = 32;
  private static final int REMEMBERED = 1000;

  private final ObjectStore store;
  private final String source;
  private final Beginnings beginnings;
  private final ReadCounters counters;

  /** Files that were looked up and not read since. */
  private final Cache<String, Boolean> unread =
      Caffeine.newBuilder().maximumSize(REMEMBERED).executor(Runnable::run).build();

  /** GETs that first reads have paid for and that were not sent yet; below zero at first. */
  private int credit = -2 * FEW;

  FirstReads(ObjectStore store, String source, Beginnings beginnings, ReadCounters counters) {
    this.store = store;
    this.source = source;
    this.beginnings = beginnings;
    this.counters = counters;
  }

  /**
   * Looks up an object.
   *
   * @throws DriverException as {@link ObjectStore#head} does
   */
  public ObjectInfo look(String key) {
    unread.put(key, true);
    if (!spend()) {
      return store.head(key);
    }
    counters.gets.increment();
    try (ObjectReader reader = store.get(key, WANTED)) {
      keep(key, reader);
      return reader.info();
    } catch (DriverException.NotFound e) {
      throw e;
    } catch (DriverException e) {
      // An empty object has no such range, and an archived one no bytes: a head tells of both.
      return store.head(key);
    }
  }

  private synchronized boolean spend() {
    if (credit <= 0) {
      return false;
    }
    credit--;
    return true;
  }

  private void keep(String key, ObjectReader reader) {
    ObjectInfo info = reader.info();
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(BEGINNING, info.size()));
    try {
      if (reader.readFully(bytes) == bytes.capacity() && reader.read(ByteBuffer.allocate(1)) < 0) {
        counters.fetched.add(bytes.capacity());
        beginnings.put(source, key, info.revision(), bytes.array());
      }
    } catch (DriverException e) {
      // The body broke off. Whoever reads the file asks for it again.
    }
  }

  /** Records that a file is read for the first time since it was opened. */
  public void read(String key) {
    if (unread.asMap().remove(key) != null) {
      synchronized (this) {
        credit = Math.min(MOST_CREDIT, credit + 2);
      }
    }
  }
}
