package io.windlass.store.gcs.object;

import com.google.api.services.storage.model.StorageObject;
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
import io.windlass.store.gcs.client.GcsBody;
import io.windlass.store.gcs.client.GcsKeys;
import io.windlass.store.gcs.client.GcsService;
import io.windlass.store.gcs.object.GcsObjectApi.Named;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Uploads whose parts are objects, composed at the end. A resumable session of the service accepts
 * bytes only in order and from one sender, and uploads of the XML API cannot be completed
 * conditionally.
 *
 * <p>All objects of an upload have a reserved prefix, {@code <hash of the key>/<id>/}, and the key
 * in their metadata. So they can be found by the key, also late parts of a process that died. The
 * first object, {@code start}, has the object's metadata; the upload is over when this object is
 * gone, or says so. A part has another name for each attempt, so that a late part of an earlier
 * attempt is never used.
 */
final class GcsUploads implements MultipartUploads {
  private static final Logger log = LoggerFactory.getLogger(GcsUploads.class);

  private static final String OVER = "over";
  private static final String OF_OBJECT = "of-";
  private static final String DESCRIPTION = "described";

  private final GcsBucketClient bucket;
  private final GcsCopies copies;
  private final GcsLists lists;
  private final GcsDeletes deletes;
  private final GcsComposer composer;

  GcsUploads(GcsBucketClient bucket, GcsCopies copies, GcsLists lists, GcsDeletes deletes) {
    this.bucket = bucket;
    this.copies = copies;
    this.lists = lists;
    this.deletes = deletes;
    this.composer = new GcsComposer(bucket);
  }

  @Override
  public Upload start(String key, PutOptions options) {
    return start(
        key,
        GcsKeys.checkMetadata(options.metadata()),
        GcsProperties.description(options.properties()));
  }

  @Override
  public Upload startCopy(String key, CopySource source, Map<String, String> metadata) {
    StorageObject seen = copies.look(source);
    return start(key, GcsMetadata.changed(seen, metadata), copies.describedAs(source, seen));
  }

  /**
   * Keeps the description of the object as text, because otherwise the service would apply it to
   * {@code start} itself.
   */
  private Upload start(String key, Map<String, String> ofObject, StorageObject description) {
    Map<String, String> metadata = new HashMap<>(GcsUploadNames.metadata(GcsKeys.check(key)));
    ofObject.forEach((name, value) -> metadata.put(OF_OBJECT + name, value));
    metadata.put(DESCRIPTION, GcsProperties.text(description));
    Upload upload = GcsUploadNames.fresh(key);
    StorageObject start =
        new StorageObject()
            .setName(GcsUploadNames.start(upload))
            .setContentType(GcsObjects.DEFAULT_TYPE)
            .setMetadata(metadata);
    StorageObject _ = insert(start, GcsBody.of(GcsObjects.DEFAULT_TYPE, Content.of(new byte[0])));
    return upload;
  }

  /**
   * Checks after sending the part that the upload is not over, because otherwise nobody would
   * remove the part.
   */
  @Override
  public Part send(Upload upload, int number, Content content) {
    String name = GcsUploadNames.part(upload, number);
    StorageObject part = composer.temporary(name, upload.key());
    GcsBody body = GcsBody.of(GcsObjects.DEFAULT_TYPE, content);
    StorageObject made = insert(part, body);
    try {
      if (!body.crc32c().equals(made.getCrc32c())) {
        throw new DriverException.Unavailable(
            bucket
                .errors()
                .says("upload", bucket.target(upload.key()), "the part arrived with other bytes"),
            null);
      }
      StorageObject _ = requireGoingOn(upload);
    } catch (DriverException e) {
      leaving(upload, () -> deletes.every(List.of(new Named(name, made.getGeneration()))));
      throw e;
    }
    return new Part(number, name, content.length());
  }

  private StorageObject insert(StorageObject object, GcsBody body) {
    return bucket
        .call(
            "upload",
            object.getName(),
            () -> bucket.api().insert(object, body, OptionalLong.empty()))
        .resource();
  }

  private StorageObject look(Upload upload) {
    Named start = Named.live(GcsUploadNames.start(upload));
    return bucket.call("upload", upload.key(), () -> bucket.api().look(start, null)).resource();
  }

  private StorageObject requireGoingOn(Upload upload) {
    StorageObject start = look(upload);
    if (GcsMetadata.stored(start).containsKey(OVER)) {
      throw new DriverException.NotFound(
          bucket.errors().says("upload", bucket.target(upload.key()), "the upload is over"), null);
    }
    return start;
  }

  /**
   * Composes the object. Remains of the upload may stay if the service fails then: they are listed
   * as an upload, and aborting it does no harm.
   */
  @Override
  public ObjectInfo complete(Upload upload, List<Part> parts, Condition condition) {
    if (parts.isEmpty()) {
      throw new DriverException.InvalidArgument("an upload without parts");
    }
    String below = GcsUploadNames.below(upload);
    if (!parts.stream().allMatch(part -> part.state().startsWith(GcsUploadNames.parts(upload)))) {
      throw new DriverException.InvalidArgument("a part of another upload");
    }
    boolean versioned = bucket.api().keepsVersions();
    StorageObject start = requireGoingOn(upload);
    Map<String, String> metadata = new HashMap<>();
    GcsMetadata.stored(start)
        .forEach((name, value) -> {
          if (name.startsWith(OF_OBJECT)) {
            metadata.put(name.substring(OF_OBJECT.length()), value);
          }
        });
    StorageObject object =
        description(start)
            .setName(upload.key())
            .setMetadata(metadata)
            .setSize(BigInteger.valueOf(parts.stream().mapToLong(Part::size).sum()));
    ObjectInfo made =
        GcsObjects.info(
            composer.compose(parts.stream().map(Part::state).toList(), object, below, condition),
            versioned);
    try {
      end(upload, start);
    } catch (DriverException.Unavailable e) {
      // The object exists, so an error would be wrong.
    }
    return made;
  }

  /** Returns the description of the object. */
  private static StorageObject description(StorageObject start) {
    return GcsProperties.read(GcsMetadata.stored(start).getOrDefault(DESCRIPTION, "{}"));
  }

  @Override
  public void abort(Upload upload) {
    try {
      end(upload, look(upload));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      // Another call has begun to end it; late parts are removed.
      leaving(upload, () -> endAll(GcsUploadNames.below(upload)));
    }
  }

  /**
   * Marks the upload as over first, for callers that send a part meanwhile, and deletes the mark
   * last, so that another process can continue.
   */
  private void end(Upload upload, StorageObject start) {
    Map<String, String> metadata = new HashMap<>(GcsMetadata.stored(start));
    metadata.put(OVER, "true");
    try {
      GcsService.Answered<StorageObject> _ =
          bucket.call("end upload", upload.key(), () -> bucket.api().describe(start, metadata));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.PreconditionFailed e) {
      // Another call has begun to end it; late parts are removed below.
    } catch (DriverException.FailedPrecondition e) {
      // The XML API replaces an object whose metadata it changes, which a retention forbids.
    }
    leaving(upload, () -> endAll(GcsUploadNames.below(upload)));
    deletes.folders(Stream.of(GcsUploadNames.below(upload), GcsUploadNames.ofKey(upload.key())));
  }

  /**
   * Removes what is left of an upload. "Bucket Lock", "Object holds": before their time, the
   * service deletes no objects, and so no parts. Those stay for the rule that removes remains.
   */
  private void leaving(Upload upload, Runnable removal) {
    try {
      removal.run();
    } catch (DriverException.FailedPrecondition e) {
      log.info(
          "parts of an upload to {} stay until a rule of the bucket's lifecycle removes them: {}",
          bucket.target(upload.key()),
          e.getMessage());
    }
  }

  /**
   * Deletes all remains of uploads below a prefix, with their versions; each {@code start} last.
   *
   * @throws DriverException.FailedPrecondition if a retention or a hold forbids it
   */
  void endAll(String prefix) {
    List<StorageObject> all =
        lists.all(GcsLists.Wanted.everything(prefix, bucket.api().listsVersions()));
    deletes.every(named(all, false));
    deletes.every(named(all, true));
  }

  private static List<Named> named(List<StorageObject> all, boolean starts) {
    return all.stream()
        .filter(object -> GcsUploadNames.isStart(object.getName()) == starts)
        .map(object -> new Named(object.getName(), object.getGeneration()))
        .toList();
  }

  /** Returns the last attempt of each part. */
  @Override
  public Page<Part> parts(Upload upload, Optional<String> token) {
    StorageObject _ = requireGoingOn(upload);
    Map<Integer, Part> parts = new TreeMap<>();
    lists.all(GcsLists.Wanted.live(GcsUploadNames.parts(upload))).stream()
        .sorted(Comparator.comparingLong(StorageObject::getGeneration))
        .forEach(object -> {
          int number = GcsUploadNames.number(upload, object.getName());
          Part _ = parts.put(number, new Part(number, object.getName(), GcsObjects.size(object)));
        });
    return new Page<>(List.copyOf(parts.values()), Optional.empty());
  }

  @Override
  public Page<Upload> list(String prefix, Optional<String> token) {
    GcsLists.Wanted all = GcsLists.Wanted.live(GcsKeys.RESERVED);
    GcsLists.Wanted rest = token.map(last -> all.from(GcsUploadNames.behind(last))).orElse(all);
    Page<StorageObject> page = lists.page(rest, Optional.empty());
    while (page.items().isEmpty() && page.next().isPresent()) {
      page = lists.page(rest, page.next());
    }
    List<Upload> uploads = GcsUploadNames.uploads(page.items(), this::key);
    return new Page<>(
        uploads.stream().filter(upload -> upload.key().startsWith(prefix)).toList(),
        page.next().filter(_ -> !uploads.isEmpty()).map(_ -> uploads.getLast().state()));
  }

  @Override
  public List<Upload> of(String key) {
    return GcsUploadNames.uploads(
        lists.all(GcsLists.Wanted.live(GcsUploadNames.ofKey(key))), _ -> key);
  }

  /**
   * Returns the key that an object of an upload names; empty if the object was deleted since it was
   * listed.
   */
  private String key(StorageObject listed) {
    return GcsUploadNames.key(GcsObjects.listedMetadata(listed).orElseGet(() -> seen(listed)));
  }

  private Map<String, String> seen(StorageObject listed) {
    Named object = Named.live(listed.getName());
    try {
      return GcsMetadata.stored(
          bucket.call("list", listed.getName(), () -> bucket.api().look(object, null)).resource());
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return Map.of();
    }
  }

  /**
   * Empty: the service expires no uploads; a rule of the driver's buckets removes remains later
   * than any upload takes.
   */
  @Override
  public Optional<Duration> expiry() {
    return Optional.empty();
  }
}
