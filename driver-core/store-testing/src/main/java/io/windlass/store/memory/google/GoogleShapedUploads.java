package io.windlass.store.memory.google;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.store.CopySource;
import io.windlass.store.MultipartUploads;
import io.windlass.store.Page;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.memory.Bodies;
import io.windlass.store.memory.Keys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Uploads whose parts are objects, which are composed in the end. All of an upload are below a
 * prefix that belongs to nobody else, {@code <hash of the key>/<id>/}, and have the key in their
 * metadata: so they are found by it, also what came late of a process that died. The first of them,
 * {@code start}, has the object's metadata; when it is gone, or says so, the upload is over.
 *
 * <p>A part has another name each time it is sent, so that what comes late of an earlier time is
 * never taken for it.
 */
final class GoogleShapedUploads implements MultipartUploads {
  private static final String RESERVED = ".windlass-uploads/";
  private static final String START = "start";
  private static final String PART = "part-";
  private static final String COMPOSED = "composed-";

  /** Comes just behind the slash that ends what belongs to an upload. */
  private static final String BEHIND = "0";

  private static final String KEY = "key";
  private static final String OVER = "over";
  private static final String OF_OBJECT = "of-";
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);
  private static final int PAGE = 1000;

  private final GoogleShapedStore store;

  GoogleShapedUploads(GoogleShapedStore store) {
    this.store = store;
  }

  static boolean isReserved(String key) {
    return key.startsWith(RESERVED);
  }

  private static String hash(String key) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Upload start(String key, PutOptions options) {
    Keys.check(options.metadata());
    Map<String, String> metadata = new HashMap<>();
    metadata.put(KEY, GoogleShapedStore.checked(key));
    options.metadata().forEach((name, value) -> metadata.put(OF_OBJECT + name, value));
    Upload upload = new Upload(key, hash(key) + "/" + UUID.randomUUID(), Optional.empty());
    GoogleErrors.call(() ->
        store.there().insert(below(upload) + START, EMPTY, metadata, Preconditions.generation(0)));
    return upload;
  }

  @Override
  public Upload startCopy(String key, CopySource source, Map<String, String> metadata) {
    FakeObject _ = GoogleErrors.call(() -> store.source(source));
    return start(key, PutOptions.DEFAULT.withMetadata(metadata));
  }

  private static String below(Upload upload) {
    return RESERVED + upload.state() + "/";
  }

  /** It is seen after the part is there that the upload goes on: otherwise nobody ends the part. */
  @Override
  public Part send(Upload upload, int number, Content content) {
    ByteBuffer bytes = Bodies.of(content);
    String name = "%s%s%05d-%s".formatted(below(upload), PART, number, UUID.randomUUID());
    Map<String, String> metadata = Map.of(KEY, upload.key());
    return GoogleErrors.call(() -> {
      FakeObject part = store.there().insert(name, bytes, metadata, Preconditions.generation(0));
      try {
        requireGoingOn(upload);
      } catch (GoogleError e) {
        delete(List.of(part));
        throw e;
      }
      return new Part(number, name, bytes.capacity());
    });
  }

  private FakeObject requireGoingOn(Upload upload) {
    FakeObject start =
        store.there().get(below(upload) + START, OptionalLong.empty(), Preconditions.NONE);
    if (start.metadata().containsKey(OVER)) {
      throw new GoogleError(GoogleError.Reason.NOT_FOUND, "an upload that is over");
    }
    return start;
  }

  @Override
  public ObjectInfo complete(Upload upload, List<Part> parts, Condition condition) {
    if (parts.isEmpty()) {
      throw new DriverException.InvalidArgument("an upload without parts");
    }
    return GoogleErrors.call(() -> {
      Map<String, String> metadata = new HashMap<>();
      requireGoingOn(upload)
          .metadata()
          .forEach((name, value) -> {
            if (name.startsWith(OF_OBJECT)) {
              metadata.put(name.substring(OF_OBJECT.length()), value);
            }
          });
      List<String> names = parts.stream().map(Part::state).toList();
      while (names.size() > FakeBucket.MOST_SOURCES) {
        names = composed(upload, names);
      }
      FakeObject object =
          store
              .there()
              .compose(names, upload.key(), metadata, GoogleShapedStore.preconditions(condition));
      end(upload);
      return store.info(object);
    });
  }

  /** Objects that are of so many of these each as go into one. */
  private List<String> composed(Upload upload, List<String> names) {
    List<String> composed = new ArrayList<>();
    for (int from = 0; from < names.size(); from += FakeBucket.MOST_SOURCES) {
      List<String> some =
          names.subList(from, Math.min(names.size(), from + FakeBucket.MOST_SOURCES));
      String name = below(upload) + COMPOSED + UUID.randomUUID();
      Map<String, String> metadata = Map.of(KEY, upload.key());
      store.there().compose(some, name, metadata, Preconditions.generation(0));
      composed.add(name);
    }
    return composed;
  }

  @Override
  public void abort(Upload upload) {
    GoogleErrors.call(() -> {
      end(upload);
      return upload;
    });
  }

  /**
   * Says first that it is over, for whoever sends a part meanwhile, and ends with what says so, for
   * whoever has to go on with this.
   */
  private void end(Upload upload) {
    List<FakeObject> all = all(below(upload));
    for (FakeObject start : all) {
      if (start.name().equals(below(upload) + START)) {
        Map<String, String> metadata = new HashMap<>(start.metadata());
        metadata.put(OVER, "");
        store.there().update(start.name(), metadata, Preconditions.NONE);
        all = all(below(upload));
      }
    }
    delete(all.stream().filter(object -> !object.name().endsWith("/" + START)).toList());
    delete(all.stream().filter(object -> object.name().endsWith("/" + START)).toList());
  }

  /** For good, also where versions are kept. */
  private void delete(List<FakeObject> objects) {
    for (int from = 0; from < objects.size(); from += FakeBucket.MOST_IN_BATCH) {
      store
          .there()
          .deleteBatch(
              objects
                  .subList(from, Math.min(objects.size(), from + FakeBucket.MOST_IN_BATCH))
                  .stream()
                  .map(object ->
                      new FakeBucket.Named(object.name(), OptionalLong.of(object.generation())))
                  .toList())
          .stream()
          .flatMap(Optional::stream)
          .filter(error -> error.reason() != GoogleError.Reason.NOT_FOUND)
          .findAny()
          .ifPresent(error -> {
            throw error;
          });
    }
  }

  /** All that is left of uploads. */
  void endAll() {
    delete(all(RESERVED));
  }

  private List<FakeObject> all(String prefix) {
    List<FakeObject> all = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      FakeBucket.Listing page =
          store.there().list(prefix, Optional.empty(), Optional.empty(), token, PAGE);
      all.addAll(page.items());
      token = page.nextPageToken();
    } while (token.isPresent());
    return all;
  }

  /** Of those that were sent several times, the last. */
  @Override
  public Page<Part> parts(Upload upload, Optional<String> token) {
    return GoogleErrors.call(() -> {
      FakeObject _ = requireGoingOn(upload);
      int begin = (below(upload) + PART).length();
      Map<Integer, Part> parts = new TreeMap<>();
      all(below(upload) + PART).stream()
          .sorted(Comparator.comparingLong(FakeObject::generation))
          .forEach(object -> {
            int number = Integer.parseInt(object.name().substring(begin, begin + 5));
            parts.put(number, new Part(number, object.name(), object.size()));
          });
      return new Page<>(List.copyOf(parts.values()), Optional.empty());
    });
  }

  @Override
  public Page<Upload> list(String prefix, Optional<String> token) {
    return GoogleErrors.call(() -> {
      Optional<String> from = token.map(last -> RESERVED + last + BEHIND);
      FakeBucket.Listing page =
          store.there().list(RESERVED, Optional.empty(), from, Optional.empty(), PAGE);
      List<Upload> uploads = uploads(page.items());
      return new Page<>(
          uploads.stream().filter(upload -> upload.key().startsWith(prefix)).toList(),
          page.nextPageToken().map(_ -> uploads.getLast().state()));
    });
  }

  @Override
  public List<Upload> of(String key) {
    return GoogleErrors.call(() -> uploads(all(RESERVED + hash(key) + "/")));
  }

  /** Each once, in the order of their names. */
  private static List<Upload> uploads(List<FakeObject> objects) {
    Map<String, Upload> uploads = new LinkedHashMap<>();
    for (FakeObject object : objects) {
      String state = object.name().substring(RESERVED.length(), object.name().lastIndexOf('/'));
      String key = object.metadata().getOrDefault(KEY, "");
      Upload found = new Upload(key, state, Optional.of(object.created()));
      uploads.merge(state, found, GoogleShapedUploads::earlier);
    }
    return List.copyOf(uploads.values());
  }

  private static Upload earlier(Upload one, Upload other) {
    boolean inOrder = one.started().orElseThrow().isBefore(other.started().orElseThrow());
    return inOrder ? one : other;
  }

  @Override
  public Optional<Duration> expiry() {
    return Optional.empty();
  }
}
