package io.windlass.store.memory.google;

import io.windlass.store.Condition;
import io.windlass.store.Content;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectInfo;
import io.windlass.store.Page;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreException;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Uploads whose parts are objects, which are composed in the end. All are under a prefix that
 * belongs to nobody else: {@code starts/<hash of the key>/<id>}, which has the key and the metadata
 * as its own metadata, and {@code parts/<hash>/<id>/…}. An upload is over when its start is gone.
 *
 * <p>A part has another name each time it is sent, so that what comes late of an earlier time is
 * never taken for it.
 */
final class GoogleShapedUploads implements MultipartUploads {
  private static final String RESERVED = ".windlass-uploads/";
  private static final String STARTS = RESERVED + "starts/";
  private static final String PARTS = RESERVED + "parts/";
  private static final String KEY = "key";
  private static final String OF_OBJECT = "of-";
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

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
    String state = hash(key) + "/" + UUID.randomUUID();
    GoogleErrors.call(
        () -> store.there().insert(STARTS + state, EMPTY, metadata, Preconditions.generation(0)));
    return new Upload(key, state, Optional.empty());
  }

  /** It is seen after the part is there that the upload goes on: otherwise nobody ends the part. */
  @Override
  public Part send(Upload upload, int number, Content content) {
    ByteBuffer bytes = Bodies.of(content);
    String name = "%s%05d-%s".formatted(parts(upload), number, UUID.randomUUID());
    return GoogleErrors.call(() -> {
      FakeObject part = store.there().insert(name, bytes, Map.of(), Preconditions.generation(0));
      try {
        start(upload);
      } catch (GoogleError e) {
        delete(List.of(part));
        throw e;
      }
      return new Part(number, name, bytes.capacity());
    });
  }

  private static String parts(Upload upload) {
    return PARTS + upload.state() + "/";
  }

  private FakeObject start(Upload upload) {
    return store.there().get(STARTS + upload.state(), OptionalLong.empty(), Preconditions.NONE);
  }

  @Override
  public ObjectInfo complete(Upload upload, List<Part> parts, Condition condition) {
    if (parts.isEmpty()) {
      throw new StoreException.InvalidArgument("an upload without parts");
    }
    return GoogleErrors.call(() -> {
      Map<String, String> metadata = new HashMap<>();
      start(upload)
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
      String name = parts(upload) + "composed-" + UUID.randomUUID();
      store.there().compose(some, name, Map.of(), Preconditions.generation(0));
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

  /** The start first: who sends a part after that finds it gone. */
  private void end(Upload upload) {
    delete(all(STARTS + upload.state()));
    delete(all(parts(upload)));
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
          store.there().list(prefix, Optional.empty(), Optional.empty(), token, 1000);
      all.addAll(page.items());
      token = page.nextPageToken();
    } while (token.isPresent());
    return all;
  }

  /** Of those that were sent several times, the last. */
  @Override
  public Page<Part> parts(Upload upload, Optional<String> token) {
    return GoogleErrors.call(() -> {
      FakeObject _ = start(upload);
      int begin = parts(upload).length();
      Map<Integer, Part> parts = new TreeMap<>();
      all(parts(upload)).stream()
          .filter(object -> Character.isDigit(object.name().charAt(begin)))
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
      FakeBucket.Listing page =
          store.there().list(STARTS, Optional.empty(), Optional.empty(), token, 1000);
      return new Page<>(
          uploads(page.items()).stream().filter(upload -> upload.key().startsWith(prefix)).toList(),
          page.nextPageToken());
    });
  }

  @Override
  public List<Upload> of(String key) {
    return GoogleErrors.call(() -> uploads(all(STARTS + hash(key) + "/")));
  }

  private static List<Upload> uploads(List<FakeObject> starts) {
    return starts.stream()
        .map(start ->
            new Upload(
                start.metadata().getOrDefault(KEY, ""),
                start.name().substring(STARTS.length()),
                Optional.of(start.created())))
        .toList();
  }

  @Override
  public Optional<Duration> expiry() {
    return Optional.empty();
  }
}
