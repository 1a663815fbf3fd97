package io.windlass.fs.testing;

import io.windlass.store.ByteRange;
import io.windlass.store.Condition;
import io.windlass.store.Content;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.DeleteFailure;
import io.windlass.store.DriverException;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.MetadataUpdates;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectId;
import io.windlass.store.ObjectInfo;
import io.windlass.store.ObjectReader;
import io.windlass.store.ObjectStore;
import io.windlass.store.ObjectVersions;
import io.windlass.store.Page;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopies;
import io.windlass.store.Upload;
import io.windlass.store.memory.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.time.Duration;
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
  private volatile boolean copiesRanges = true;
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

  /** From now on it copies no ranges. */
  public void copyNoRanges() {
    copiesRanges = false;
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
  public List<Upload> pending() {
    return all(token -> behind.uploads().list("", token));
  }

  /** All keys in order, and what they hold; not a request. */
  public Map<String, byte[]> contents() {
    Map<String, byte[]> contents = new LinkedHashMap<>();
    for (ListedEntry entry : all(token -> behind.list(ListOptions.prefix(""), token))) {
      try (ObjectReader reader = behind.get(entry.key(), GetOptions.ALL)) {
        contents.put(entry.key(), readAll(reader));
      } catch (DriverException.NotFound e) {
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
  public MultipartUploads uploads() {
    return new Uploads(behind.uploads());
  }

  @Override
  public Optional<RangeCopies> rangeCopies() {
    return copiesRanges ? behind.rangeCopies().map(this::counted) : Optional.empty();
  }

  private RangeCopies counted(RangeCopies copies) {
    return (upload, number, source, range) ->
        faults.change(() -> {
          Part part = copies.copy(upload, number, source, range);
          copied.add(range.length());
          return part;
        });
  }

  @Override
  public Optional<ObjectVersions> versions() {
    return behind.versions();
  }

  @Override
  public Optional<MetadataUpdates> metadataUpdates() {
    return behind
        .metadataUpdates()
        .map(updates ->
            (key, metadata, condition) ->
                faults.change(() -> updates.update(key, metadata, condition)));
  }

  private final class Uploads implements MultipartUploads {
    private final MultipartUploads uploads;

    Uploads(MultipartUploads uploads) {
      this.uploads = uploads;
    }

    @Override
    public Upload start(String key, PutOptions options) {
      return faults.change(() -> uploads.start(key, options));
    }

    @Override
    public Upload startCopy(String key, CopySource source, Map<String, String> metadata) {
      return faults.change(() -> uploads.startCopy(key, source, metadata));
    }

    @Override
    public Part send(Upload upload, int number, Content content) {
      Content bytes = read(content);
      return faults.change(() -> {
        sent.add(bytes.length());
        return uploads.send(upload, number, bytes);
      });
    }

    @Override
    public ObjectInfo complete(Upload upload, List<Part> parts, Condition condition) {
      return faults.change(() -> uploads.complete(upload, parts, condition));
    }

    @Override
    public void abort(Upload upload) {
      faults.change(() -> {
        uploads.abort(upload);
        return upload;
      });
    }

    @Override
    public Page<Part> parts(Upload upload, Optional<String> token) {
      faults.request();
      return uploads.parts(upload, token);
    }

    @Override
    public Page<Upload> list(String prefix, Optional<String> token) {
      faults.listingUploads();
      Page<Upload> found = uploads.list(prefix, token);
      faults.uploadsListed();
      return found;
    }

    @Override
    public List<Upload> of(String key) {
      faults.listingUploads();
      List<Upload> found = uploads.of(key);
      faults.uploadsListed();
      return found;
    }

    @Override
    public Optional<Duration> expiry() {
      return uploads.expiry();
    }
  }
}
