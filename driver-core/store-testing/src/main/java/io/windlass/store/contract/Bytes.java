package io.windlass.store.contract;

import io.windlass.object.Content;
import io.windlass.object.ObjectReader;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Content for tests, and reading it back. */
public final class Bytes {
  private static final int MAX_READ = 64 << 20;

  private Bytes() {}

  /** Returns that many bytes, which look random and are the same each time. */
  static byte[] of(int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(length).nextBytes(bytes);
    return bytes;
  }

  /** A text as content. */
  public static Content text(String text) {
    return Content.of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The whole object. */
  static byte[] read(ObjectStore store, String key) {
    return read(store, key, GetOptions.ALL);
  }

  /** Returns the bytes of the object that the options select. */
  static byte[] read(ObjectStore store, String key, GetOptions options) {
    try (ObjectReader reader = store.get(key, options)) {
      return reader.readAll(Math.toIntExact(Math.min(MAX_READ, reader.info().size())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The whole object as text. */
  static String readText(ObjectStore store, String key) {
    return new String(read(store, key), StandardCharsets.UTF_8);
  }
}
