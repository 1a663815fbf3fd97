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
import io.windlass.store.Revision;
import io.windlass.store.StoreException;
import io.windlass.store.Upload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An object store in memory: versions, conditions, ranges, listings by page in the order of UTF-8
 * bytes with delimiters and start keys, uploads in parts, as a server has them; it takes every key.
 * Versions it does not keep.
 */
public final class MemoryStore implements ObjectStore {
  /** Fewer than a page of a listing has: as Azure's. */
  public static final int MAX_DELETE_BATCH = 256;

  private static final Comparator<String> BYTES =
      Comparator.comparing(text -> text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  private final NavigableMap<String, Blob> objects = new ConcurrentSkipListMap<>(BYTES);
  private final AtomicLong versions = new AtomicLong();
  private final Faults faults = new Faults();
  private final LongAdder heads = new LongAdder();
  private final LongAdder lists = new LongAdder();
  private final LongAdder sent = new LongAdder();
  private final LongAdder copied = new LongAdder();
  private final MemoryUploads uploads;
  private volatile boolean copiesRanges = true;
  private final List<ByteRange> gets = Collections.synchronizedList(new ArrayList<>());

  /** A store that takes parts of any size. */
  public MemoryStore() {
    this(1);
  }

  /** A store that takes no smaller parts, except for the last of an upload. */
  public MemoryStore(long minPartBytes) {
    uploads = new MemoryUploads(minPartBytes);
  }

  /** Another store that holds the same now. */
  public MemoryStore copy() {
    MemoryStore copy = new MemoryStore();
    copy.objects.putAll(objects);
    copy.versions.set(versions.get());
    return copy;
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

  /** All uploads that are under way. */
  public List<Upload> pending() {
    return uploads.list("");
  }

  /** All keys and what they hold. */
  public Map<String, byte[]> contents() {
    NavigableMap<String, byte[]> all = new TreeMap<>(BYTES);
    objects.forEach((key, blob) -> all.put(key, blob.content()));
    return all;
  }

  @Override
  public String bucket() {
    return "memory";
  }

  private Blob find(String key) {
    Blob blob = objects.get(key);
    if (blob == null) {
      throw new StoreException.NotFound("no object " + key, null);
    }
    return blob;
  }

  @Override
  public ObjectInfo head(String key) {
    heads.increment();
    faults.head();
    return find(key).info(key);
  }

  @Override
  public ObjectReader get(String key, GetOptions options) {
    faults.request();
    Blob blob = find(key);
    gets.add(options.range().orElse(new ByteRange(0, Math.max(1, blob.content().length))));
    if (options.ifMatch().isPresent()
        && !options.ifMatch().get().equals(blob.revision())
        && !faults.isIfMatchIgnored()) {
      throw new StoreException.PreconditionFailed(key + " was replaced", null);
    }
    byte[] content = blob.content();
    if (options.range().isPresent()) {
      ByteRange range = options.range().get();
      if (range.offset() >= content.length) {
        throw new StoreException.InvalidArgument("the range begins behind the end");
      }
      content =
          Arrays.copyOfRange(
              content, (int) range.offset(), (int) Math.min(content.length, range.last() + 1));
    }
    return new BlobReader(blob.info(key), content, faults);
  }

  @Override
  public ObjectInfo put(String key, Content content, PutOptions options) {
    byte[] bytes = bytes(content);
    return faults.change(() -> {
      sent.add(bytes.length);
      return put(key, bytes, options.metadata(), options.condition());
    });
  }

  private byte[] bytes(Content content) {
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
    return bytes.array();
  }

  private static void readAll(ReadableByteChannel from, ByteBuffer into) throws IOException {
    while (into.hasRemaining() && from.read(into) >= 0) {
      // read all
    }
  }

  private ObjectInfo put(
      String key, byte[] content, Map<String, String> metadata, Condition condition) {
    Revision revision = new Revision("\"%016x\"".formatted(versions.incrementAndGet()));
    return objects
        .compute(
            key,
            (_, before) -> {
              check(key, before, condition);
              return new Blob(content, revision, Instant.now(), Map.copyOf(metadata));
            })
        .info(key);
  }

  private static void check(String key, @Nullable Blob before, Condition condition) {
    boolean holds =
        switch (condition) {
          case Condition.Always _ -> true;
          case Condition.IfAbsent _ -> before == null;
          case Condition.IfMatch(Revision revision) ->
              before != null && before.revision().equals(revision);
        };
    if (!holds) {
      throw new StoreException.PreconditionFailed(key + " has changed", null);
    }
  }

  private Blob find(CopySource source) {
    Blob from = find(source.key());
    source.ifMatch().ifPresent(revision -> check(source.key(), from, Condition.ifMatch(revision)));
    return from;
  }

  @Override
  public CopyResult copy(
      CopySource source, String key, CopyOptions options, Consumer<Upload> started) {
    return faults.change(() -> {
      if (source.size().isEmpty()) {
        heads.increment();
      }
      Blob from = find(source);
      copied.add(from.content().length);
      Map<String, String> metadata = options.metadata().orElse(from.metadata());
      return CopyResult.of(
          options.condition() instanceof Condition.Always
              ? put(key, from.content(), metadata, options.condition())
              : uploaded(key, from.content(), metadata, options.condition(), started));
    });
  }

  /** As where the server heeds no condition of a copy. */
  private ObjectInfo uploaded(
      String key,
      byte[] content,
      Map<String, String> metadata,
      Condition condition,
      Consumer<Upload> started) {
    Upload upload = uploads.start(key, metadata);
    started.accept(upload);
    faults.copying();
    try {
      return put(key, content, metadata, condition);
    } finally {
      uploads.end(upload);
    }
  }

  @Override
  public void delete(String key, Condition condition) {
    faults.change(() -> {
      objects.compute(
          key,
          (_, before) -> {
            check(key, before, condition);
            return null;
          });
      return key;
    });
  }

  @Override
  public List<DeleteFailure> deleteAll(List<ObjectId> all) {
    faults.request();
    if (all.size() > MAX_DELETE_BATCH) {
      throw new StoreException.InvalidArgument(all.size() + " objects are too many at once");
    }
    all.forEach(object -> objects.remove(object.key()));
    return List.of();
  }

  @Override
  public Page<ListedEntry> list(ListOptions options, Optional<String> token) {
    lists.increment();
    faults.request();
    Page<ListedEntry> page = page(options, token);
    faults.listed();
    OptionalInt cut = faults.cut();
    return cut.isPresent()
        ? new Page<>(page.items().subList(0, cut.getAsInt()), Optional.empty())
        : page;
  }

  private Page<ListedEntry> page(ListOptions options, Optional<String> token) {
    List<ListedEntry> entries = new ArrayList<>();
    String prefix = options.prefix();
    String after = token.or(options::startAfter).orElse("");
    String at = BYTES.compare(after, prefix) < 0 ? objects.ceilingKey(prefix) : next(after);
    while (at != null && at.startsWith(prefix)) {
      if (entries.size() == options.limit()) {
        return new Page<>(entries, Optional.of(last(entries.getLast())));
      }
      String key = at;
      int cut = options.delimiter().map(by -> key.indexOf(by, prefix.length())).orElse(-1);
      if (cut < 0) {
        Blob blob = objects.get(key);
        if (blob != null) {
          entries.add(
              new ListedEntry.Listed(
                  key, blob.content().length, blob.revision(), blob.modified(), Optional.empty()));
        }
        at = objects.higherKey(key);
      } else {
        ListedEntry.Prefix group =
            new ListedEntry.Prefix(key.substring(0, cut + options.delimiter().get().length()));
        entries.add(group);
        at = next(last(group));
      }
    }
    return new Page<>(entries, Optional.empty());
  }

  private @Nullable String next(String after) {
    return objects.higherKey(after);
  }

  /** Behind a group, nothing of it comes again. */
  private static String last(ListedEntry entry) {
    return switch (entry) {
      case ListedEntry.Listed(String key, _, _, _, _) -> key;
      case ListedEntry.Prefix(String key) -> key + Character.toString(0x10FFFF);
    };
  }

  @Override
  public MultipartUploads uploads() {
    return new Uploads();
  }

  /** From now on it copies no ranges. */
  public void copyNoRanges() {
    copiesRanges = false;
  }

  @Override
  public Optional<RangeCopies> rangeCopies() {
    return copiesRanges ? Optional.of(this::copyRange) : Optional.empty();
  }

  private Part copyRange(Upload upload, int number, CopySource source, ByteRange range) {
    return faults.change(() -> {
      byte[] content = find(source).content();
      if (range.last() >= content.length) {
        throw new StoreException.InvalidArgument("the range ends behind the end");
      }
      copied.add(range.length());
      byte[] part = Arrays.copyOfRange(content, (int) range.offset(), (int) range.last() + 1);
      return uploads.part(upload, number, part);
    });
  }

  @Override
  public Optional<ObjectVersions> versions() {
    return Optional.empty();
  }

  @Override
  public Optional<MetadataUpdates> metadataUpdates() {
    return Optional.empty();
  }

  private final class Uploads implements MultipartUploads {
    @Override
    public Upload start(String key, PutOptions options) {
      return faults.change(() -> uploads.start(key, options.metadata()));
    }

    @Override
    public Part send(Upload upload, int number, Content content) {
      byte[] bytes = bytes(content);
      return faults.change(() -> {
        sent.add(bytes.length);
        return uploads.part(upload, number, bytes);
      });
    }

    @Override
    public ObjectInfo complete(Upload upload, List<Part> parts, Condition condition) {
      return faults.change(() -> {
        byte[] content = uploads.join(upload, parts);
        ObjectInfo info = put(upload.key(), content, uploads.metadata(upload), condition);
        uploads.end(upload);
        return info;
      });
    }

    @Override
    public void abort(Upload upload) {
      faults.change(() -> {
        uploads.end(upload);
        return upload;
      });
    }

    @Override
    public Page<Part> parts(Upload upload, Optional<String> token) {
      faults.request();
      return new Page<>(uploads.parts(upload), Optional.empty());
    }

    @Override
    public Page<Upload> list(String prefix, Optional<String> token) {
      faults.listingUploads();
      List<Upload> found = uploads.list(prefix);
      faults.uploadsListed();
      return new Page<>(found, Optional.empty());
    }

    @Override
    public List<Upload> of(String key) {
      return list(key, Optional.empty()).items().stream()
          .filter(upload -> upload.key().equals(key))
          .toList();
    }

    @Override
    public Optional<Duration> expiry() {
      return Optional.empty();
    }
  }
}
