package io.windlass.fs.testing;

import io.windlass.store.ByteRange;
import io.windlass.store.Condition;
import io.windlass.store.Content;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.DeleteFailure;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectId;
import io.windlass.store.ObjectInfo;
import io.windlass.store.ObjectReader;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreException;
import io.windlass.store.Upload;
import io.windlass.store.memory.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;

/** A store as those have it who are far from it: requests are counted, and some go wrong. */
public final class FaultyStore implements ObjectStore {
  private final ObjectStore behind;
  private final Faults faults = new Faults();
  private final LongAdder heads = new LongAdder();
  private final LongAdder lists = new LongAdder();
  private final LongAdder sent = new LongAdder();
  private final LongAdder copied = new LongAdder();
  private final List<ByteRange> gets = Collections.synchronizedList(new ArrayList<>());

  /** In front of another store. */
  public FaultyStore(ObjectStore behind) {
    this.behind = behind;
  }

  /** In front of one in memory that takes parts of any size. */
  public static FaultyStore inMemory() {
    return inMemory(1);
  }

  /** In front of one in memory that takes no smaller parts, except for the last of an upload. */
  public static FaultyStore inMemory(long minPartBytes) {
    return new FaultyStore(MemoryStore.of(minPartBytes));
  }

  /** What goes wrong. */
  public Faults faults() {
    return faults;
  }

  /** The ranges that were asked for, in order; whole objects as such. */
  public List<ByteRange> gets() {
    synchronized (gets) {
      return List.copyOf(gets);
    }
  }

  /** How many heads were asked for, those included that a copy takes of a source nobody knows. */
  public long heads() {
    return heads.sum();
  }

  /** How many pages were asked for. */
  public long lists() {
    return lists.sum();
  }

  /** How many bytes of content were sent to it. */
  public long sent() {
    return sent.sum();
  }

  /** How many bytes it copied itself. */
  public long copied() {
    return copied.sum();
  }

  /** Forgets what was asked for. */
  public void resetCounts() {
    gets.clear();
    heads.reset();
    lists.reset();
    sent.reset();
    copied.reset();
  }

  /** Writes an object. */
  public ObjectInfo put(String key, byte[] content) {
    return put(key, Content.of(content), PutOptions.DEFAULT);
  }

  /** All uploads that are under way; not a request. */
  public List<Upload> uploads() {
    return all(token -> behind.listUploads("", token));
  }

  /** All keys in order, and what they hold; not a request. */
  public Map<String, byte[]> contents() {
    Map<String, byte[]> contents = new LinkedHashMap<>();
    for (ListedEntry entry : all(token -> behind.list(ListOptions.prefix(""), token))) {
      try (ObjectReader reader = behind.get(entry.key(), GetOptions.ALL)) {
        contents.put(entry.key(), readAll(reader));
      } catch (StoreException.NotFound e) {
        // Deleted just now.
      }
    }
    return contents;
  }

  private static <T> List<T> all(Function<Optional<String>, Page<T>> read) {
    List<T> items = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<T> page = read.apply(token);
      items.addAll(page.items());
      token = page.next();
    } while (token.isPresent());
    return items;
  }

  private static byte[] readAll(ObjectReader reader) {
    try {
      return reader.readAll(Math.toIntExact(reader.info().size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String bucket() {
    return behind.bucket();
  }

  @Override
  public ObjectInfo head(String key) {
    heads.increment();
    faults.head();
    return behind.head(key);
  }

  @Override
  public ObjectReader get(String key, GetOptions options) {
    faults.request();
    GetOptions heeded =
        faults.isIfMatchIgnored()
            ? new GetOptions(options.range(), Optional.empty(), options.version())
            : options;
    options.range().ifPresent(gets::add);
    try (ObjectReader reader = behind.get(key, heeded)) {
      if (options.range().isEmpty()) {
        gets.add(new ByteRange(0, Math.max(1, reader.info().size())));
      }
      return new FaultyReader(reader.info(), readAll(reader), faults);
    }
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) {
    Content bytes = read(content);
    return faults.change(() -> {
      sent.add(bytes.length());
      return behind.put(key, bytes, options);
    });
  }

  private Content read(Content content) {
    ByteBuffer bytes = ByteBuffer.allocate((int) content.length());
    int half = bytes.capacity() / 2;
    try (ReadableByteChannel from = content.open()) {
      faults.reading();
      bytes.limit(half);
      readAll(from, bytes);
      faults.reading();
      bytes.limit(bytes.capacity());
      readAll(from, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Content.of(bytes.array());
  }

  private static void readAll(ReadableByteChannel from, ByteBuffer into) throws IOException {
    while (into.hasRemaining() && from.read(into) >= 0) {
      // read all
    }
  }

  @Override
  public CopyResult copy(
      CopySource source, String key, CopyOptions options, Consumer<Upload> started) {
    return faults.change(() -> {
      if (source.size().isEmpty()) {
        heads.increment();
      }
      copied.add(source.size().orElseGet(() -> behind.head(source.key()).size()));
      return behind.copy(source, key, options, started.andThen(_ -> faults.copying()));
    });
  }

  @Override
  public void delete(String key, Condition condition) {
    faults.change(() -> {
      behind.delete(key, condition);
      return key;
    });
  }

  @Override
  public List<DeleteFailure> deleteAll(List<ObjectId> all) {
    faults.request();
    return behind.deleteAll(all);
  }

  @Override
  public Page<ListedEntry> list(ListOptions options, Optional<String> token) {
    lists.increment();
    faults.request();
    Page<ListedEntry> page = behind.list(options, token);
    faults.listed();
    OptionalInt cut = faults.cut();
    return cut.isPresent()
        ? new Page<>(page.items().subList(0, cut.getAsInt()), Optional.empty())
        : page;
  }

  @Override
  public void deleteVersion(String key, String version) {
    faults.change(() -> {
      behind.deleteVersion(key, version);
      return key;
    });
  }

  @Override
  public Page<ListedVersion> listVersions(String prefix, Optional<String> token) {
    faults.request();
    return behind.listVersions(prefix, token);
  }

  @Override
  public Upload startUpload(String key, PutOptions options) {
    return faults.change(() -> behind.startUpload(key, options));
  }

  @Override
  public Part uploadPart(Upload upload, int number, Content content) {
    Content bytes = read(content);
    return faults.change(() -> {
      sent.add(bytes.length());
      return behind.uploadPart(upload, number, bytes);
    });
  }

  @Override
  public Part copyPart(Upload upload, int number, CopySource source, ByteRange range) {
    return faults.change(() -> {
      Part part = behind.copyPart(upload, number, source, range);
      copied.add(range.length());
      return part;
    });
  }

  @Override
  public ObjectInfo completeUpload(Upload upload, List<Part> parts, Condition condition) {
    return faults.change(() -> behind.completeUpload(upload, parts, condition));
  }

  @Override
  public void abortUpload(Upload upload) {
    faults.change(() -> {
      behind.abortUpload(upload);
      return upload;
    });
  }

  @Override
  public Page<Part> listParts(Upload upload, Optional<String> token) {
    faults.request();
    return behind.listParts(upload, token);
  }

  @Override
  public Page<Upload> listUploads(String prefix, Optional<String> token) {
    faults.listingUploads();
    Page<Upload> found = behind.listUploads(prefix, token);
    faults.uploadsListed();
    return found;
  }

  @Override
  public List<Upload> uploadsOf(String key) {
    faults.listingUploads();
    List<Upload> found = behind.uploadsOf(key);
    faults.uploadsListed();
    return found;
  }
}
