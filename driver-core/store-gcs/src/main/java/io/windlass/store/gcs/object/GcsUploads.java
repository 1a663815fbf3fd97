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

/**
 * Uploads whose parts are objects, which are composed in the end: a resumable session of the
 * service's takes its bytes in their order from one sender, and the uploads of the XML API have no
 * condition at their end.
 *
 * <p>All of an upload are below a prefix that belongs to nobody else, {@code <hash of the
 * key>/<id>/}, and have the key in their metadata: so they are found by it, also what came late of
 * a process that died. The first of them, {@code start}, has the object's metadata; when it is
 * gone, or says so, the upload is over. A part has another name each time it is sent, so that what
 * comes late of an earlier time is never taken for it.
 */
final class GcsUploads implements MultipartUploads {
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
    return start(key, options.metadata(), GcsProperties.description(options.properties()));
  }

  @Override
  public Upload startCopy(String key, CopySource source, Map<String, String> metadata) {
    return start(key, metadata, copies.describedAs(source, copies.look(source)));
  }

  /** What describes the object is kept as a text: the service would take it for the start's own. */
  private Upload start(String key, Map<String, String> ofObject, StorageObject description) {
    Map<String, String> metadata = new HashMap<>(GcsUploadNames.metadata(GcsKeys.check(key)));
    GcsKeys.checkMetadata(ofObject).forEach((name, value) -> metadata.put(OF_OBJECT + name, value));
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

  /** It is seen after the part is there that the upload goes on: otherwise nobody ends the part. */
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
      deletes.every(List.of(new Named(name, made.getGeneration())));
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
    if (GcsObjects.metadata(start).containsKey(OVER)) {
      throw new DriverException.NotFound(
          bucket.errors().says("upload", bucket.target(upload.key()), "the upload is over"), null);
    }
    return start;
  }

  /**
   * The object is there once it is composed. What is left of the upload then may stay, if the
   * service cannot do more: it is listed as an upload, and whoever aborts it loses nothing.
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
    GcsObjects.metadata(start)
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
      // The object is there: to say that it is not known would be wrong.
    }
    return made;
  }

  /** Returns how the object is to be described. */
  private static StorageObject description(StorageObject start) {
    return GcsProperties.read(GcsObjects.metadata(start).getOrDefault(DESCRIPTION, "{}"));
  }

  @Override
  public void abort(Upload upload) {
    try {
      end(upload, look(upload));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      endAll(GcsUploadNames.below(upload)); // its end has begun before; what came late is below
    }
  }

  /**
   * Says first that it is over, for whoever sends a part meanwhile, and ends with what says so, for
   * whoever has to go on with this.
   */
  private void end(Upload upload, StorageObject start) {
    Map<String, String> metadata = new HashMap<>(GcsObjects.metadata(start));
    metadata.put(OVER, "true");
    try {
      GcsService.Answered<StorageObject> _ =
          bucket.call("end upload", upload.key(), () -> bucket.api().describe(start, metadata));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.PreconditionFailed e) {
      // Its end has begun before; what came late is below.
    }
    endAll(GcsUploadNames.below(upload));
  }

  /** All that is left of uploads below a prefix, also where versions are kept; the starts last. */
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

  /** Of those that were sent several times, the last. */
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

  /** The key that an upload's object names; none if the object has gone since it was listed. */
  private String key(StorageObject listed) {
    return GcsUploadNames.key(GcsObjects.listedMetadata(listed).orElseGet(() -> seen(listed)));
  }

  private Map<String, String> seen(StorageObject listed) {
    Named object = Named.live(listed.getName());
    try {
      return GcsObjects.metadata(
          bucket.call("list", listed.getName(), () -> bucket.api().look(object, null)).resource());
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return Map.of();
    }
  }

  /** None by itself; buckets that the driver makes have a rule that is later than any upload. */
  @Override
  public Optional<Duration> expiry() {
    return Optional.empty();
  }
}
