package io.windlass.fs.testing;

import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.ObjectReader;
import io.windlass.object.Revision;
import io.windlass.store.AtomicRenames;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.DeleteFailure;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.MetadataUpdates;
import io.windlass.store.MultipartUploads;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;

/** Store that counts its requests and injects {@link Faults}. */
public final class FaultyStore implements ObjectStore {
  /** Follows an empty page before the first. */
  private static final String BEGINNING = "the beginning";

  private final ObjectStore behind;
  private final Faults faults = new Faults();
  private final LongAdder heads = new LongAdder();
  private final LongAdder lists = new LongAdder();
  private final LongAdder sent = new LongAdder();
  private final LongAdder copied = new LongAdder();
  private volatile boolean copiesRanges = true;

  /** Uploads whose object is there, and that nobody has ended. */
  private final Set<Upload> left = ConcurrentHashMap.newKeySet();

  private final List<ByteRange> gets = Collections.synchronizedList(new ArrayList<>());

  /** Creates one in front of another store. */
  public FaultyStore(ObjectStore behind) {
    this.behind = behind;
  }

  /** Returns one in front of a store in memory that accepts parts of any size. */
  public static FaultyStore inMemory() {
    return inMemory(1);
  }

  /**
   * Returns one in front of a store in memory that refuses smaller parts, except for the last part
   * of an upload.
   */
  public static FaultyStore inMemory(long minPartBytes) {
    return new FaultyStore(MemoryStore.of(minPartBytes));
  }

  /** Refuses to copy ranges from now on. */
  public void copyNoRanges() {
    copiesRanges = false;
  }

  /** Returns the faults, for tests to set. */
  public Faults faults() {
    return faults;
  }

  /**
   * Returns the ranges of all GET requests in order; a request without a range is listed as the
   * whole object.
   */
  public List<ByteRange> gets() {
    synchronized (gets) {
      return List.copyOf(gets);
    }
  }

  /** Returns the number of HEAD requests, with those that a copy makes for an unknown source. */
  public long heads() {
    return heads.sum();
  }

  /** Returns the number of pages that were listed. */
  public long lists() {
    return lists.sum();
  }

  /** Returns the number of bytes of content that were sent to the store. */
  public long sent() {
    return sent.sum();
  }

  /** Returns the number of bytes that the store copied itself. */
  public long copied() {
    return copied.sum();
  }

  /** Resets all counts. */
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

  /** Returns all unfinished uploads; this does not count as a request. */
  public List<Upload> pending() {
    List<Upload> pending = all(token -> behind.uploads().list("", token));
    pending.addAll(left);
    return pending;
  }

  /** Returns all keys in order with their contents; this does not count as a request. */
  public Map<String, byte[]> contents() {
    return contents("");
  }

  /** Returns the keys with a prefix, as {@link #contents()} does. */
  public Map<String, byte[]> contents(String prefix) {
    Map<String, byte[]> contents = new LinkedHashMap<>();
    for (ListedEntry entry : all(token -> behind.list(ListOptions.prefix(prefix), token))) {
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
  public void checkKey(String key) {
    faults.checkKey(() -> behind.checkKey(key));
  }

  @Override
  public ObjectInfo head(String key) {
    heads.increment();
    faults.head();
    return behind.head(key);
  }

  /** Looks until it sees what is there. */
  @Override
  public Optional<ObjectInfo> seek(String key) {
    faults.lookUntilFound();
    return ObjectStore.super.seek(key);
  }

  @Override
  public ObjectProperties properties(String key, ObjectProperties seen) {
    faults.request();
    return behind.properties(key, seen);
  }

  @Override
  public ObjectReader get(String key, GetOptions options) {
    faults.request();
    if (faults.isArchived()) {
      throw new DriverException.PermissionDenied("InvalidObjectState", null);
    }
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
    faults.requireRoom();
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
    if (faults.isNextPageEmpty()) {
      return new Page<>(List.of(), Optional.of(BEGINNING));
    }
    Page<ListedEntry> page = behind.list(options, token.filter(text -> !text.equals(BEGINNING)));
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

  @Override
  public Optional<AtomicRenames> renames() {
    return behind.renames().map(Renames::new);
  }

  private final class Renames implements AtomicRenames {
    private final AtomicRenames renames;

    Renames(AtomicRenames renames) {
      this.renames = renames;
    }

    @Override
    public Revision object(String from, String to, Revision source, Condition target) {
      return faults.change(() -> renames.object(from, to, source, target));
    }

    @Override
    public void directory(String from, String to) {
      boolean _ =
          faults.change(() -> {
            renames.directory(from, to);
            return true;
          });
    }
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
    public Upload startWithCopies(String key, PutOptions options) {
      return faults.change(() -> uploads.startWithCopies(key, options));
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
      return faults.change(() -> {
        ObjectInfo made = uploads.complete(upload, parts, condition);
        if (faults.completed()) {
          left.add(upload);
          throw new DriverException.Unavailable("cut off by the test", null);
        }
        return made;
      });
    }

    @Override
    public void abort(Upload upload) {
      faults.change(() -> {
        uploads.abort(upload);
        left.remove(upload);
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
