package io.windlass.store.gcs.object;

import com.google.api.services.storage.model.StorageObject;
import io.windlass.object.Condition;
import io.windlass.operation.Deadline;
import io.windlass.store.gcs.client.GcsService;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Composes one object of many: "objects/compose", repeated if there are more than one request
 * takes.
 */
record GcsComposer(GcsBucketClient bucket) {
  /** Most sources of one request. */
  static final int MOST_SOURCES = 32;

  /** Returns the description of a temporary object that belongs to a key. */
  StorageObject temporary(String name, String key) {
    return new StorageObject()
        .setName(name)
        .setContentType(GcsObjects.DEFAULT_TYPE)
        .setMetadata(GcsUploadNames.metadata(key));
  }

  /**
   * Composes an object.
   *
   * @param names of its pieces, in their order; at least one
   * @param below prefix of intermediate objects, with its slash
   */
  GcsService.Answered<StorageObject> compose(
      List<String> names, StorageObject object, String below, Condition condition) {
    List<String> sources = names;
    while (sources.size() > MOST_SOURCES) {
      sources = composed(sources, object.getName(), below);
    }
    return one(sources, object, condition);
  }

  /** Composes groups of objects into intermediate objects. */
  private List<String> composed(List<String> names, String key, String below) {
    List<String> composed = new ArrayList<>();
    for (int from = 0; from < names.size(); from += MOST_SOURCES) {
      StorageObject piece = temporary(below + "composed-" + UUID.randomUUID(), key);
      List<String> some = names.subList(from, Math.min(names.size(), from + MOST_SOURCES));
      GcsService.Answered<StorageObject> _ = one(some, piece, Condition.always());
      composed.add(piece.getName());
      Deadline.progress();
    }
    return composed;
  }

  private GcsService.Answered<StorageObject> one(
      List<String> names, StorageObject object, Condition condition) {
    Long ifGeneration = GcsObjects.ifGeneration(condition);
    return bucket.call(
        "compose", object.getName(), () -> bucket.api().compose(names, object, ifGeneration));
  }
}
