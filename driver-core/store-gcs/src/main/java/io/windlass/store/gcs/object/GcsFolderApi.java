package io.windlass.store.gcs.object;

import com.google.api.services.storage.StorageRequest;
import com.google.api.services.storage.model.Folder;
import com.google.api.services.storage.model.Folders;
import com.google.api.services.storage.model.GoogleLongrunningOperation;
import com.google.api.services.storage.model.StorageObject;
import io.windlass.error.DriverException;
import io.windlass.error.Failure;
import io.windlass.error.Meaning;
import io.windlass.error.StoreErrors;
import io.windlass.operation.Deadline;
import io.windlass.store.gcs.client.GcsService;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Folders of a bucket with a hierarchical namespace, which the service makes with the first object
 * in them, and keeps without one: "json_api/v1/folders". Their names end with a slash. They have no
 * metadata of users, so directories have markers here, too.
 */
public record GcsFolderApi(GcsService service, String bucket, StoreErrors errors) {
  /** The pauses between looks at an operation get no longer after this one. */
  private static final int LONGEST_PAUSE_AFTER = 3;

  private <T> T call(
      String operation, String name, GcsService.Making<? extends StorageRequest<T>> making) {
    return errors.call(operation, bucket + "/" + name, () -> service.call(making)).resource();
  }

  /** Returns a folder, if it is there. */
  Optional<Folder> find(String name) {
    try {
      return Optional.of(call("look for", name, storage -> storage.folders().get(bucket, name)));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  /** Deletes a folder unless something is in it. */
  void delete(String name) {
    try {
      errors.run(
          "delete",
          bucket + "/" + name,
          () -> service.run(storage -> storage.folders().delete(bucket, name)));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.NotEmpty e) {
      // Others have deleted it, or have written into it.
    }
  }

  /** Deletes all folders that nothing is in: each before the one around it. */
  public void deleteAll() {
    List<String> names = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Optional<String> from = token;
      Folders page =
          call(
              "list folders of",
              "",
              storage -> {
                var list = storage.folders().list(bucket);
                from.ifPresent(list::setPageToken);
                return list;
              });
      Optional.ofNullable(page.getItems()).orElse(List.of()).stream()
          .map(Folder::getName)
          .forEach(names::add);
      token = Optional.ofNullable(page.getNextPageToken());
    } while (token.isPresent());
    for (String name : names.reversed()) {
      delete(name);
      Deadline.progress();
    }
  }

  /** "objects/move": atomic, and keeps all but the generation and the times. */
  StorageObject move(String from, String to, long generation, @Nullable Long ifGeneration) {
    return call(
        "rename",
        from,
        storage ->
            storage
                .objects()
                .move(bucket, from, to)
                .setIfSourceGenerationMatch(generation)
                .setIfGenerationMatch(ifGeneration));
  }

  /**
   * Renames a folder with all that is in it, and waits until that is done. All of it is as it was
   * if it fails.
   *
   * @throws DriverException.Unavailable if it is not done in time; it may be done later
   */
  void rename(String from, String to) {
    GoogleLongrunningOperation begun =
        call("rename", from, storage -> storage.folders().rename(bucket, from, to));
    Deadline until = Deadline.within(service.connection().http().callTimeout());
    for (int attempt = 1; !isDone(begun, from, to); attempt++) {
      if (!service.attempts().pause(Math.min(attempt, LONGEST_PAUSE_AFTER), until)) {
        throw new DriverException.Unavailable(
            errors.says("rename", bucket + "/" + from, "the service is still busy with it"), null);
      }
    }
  }

  private boolean isDone(GoogleLongrunningOperation begun, String from, String to) {
    return isOver(begun, from) || isOverNow(begun, from, to);
  }

  private boolean isOverNow(GoogleLongrunningOperation begun, String from, String to) {
    String id = begun.getName().substring(begun.getName().lastIndexOf('/') + 1);
    try {
      return isOver(call("rename", from, storage -> storage.operations().get(bucket, id)), from);
    } catch (DriverException.PermissionDenied e) {
      // The role of users of objects permits renames, but not to look at operations.
      return find(from).isEmpty() && find(to).isPresent();
    }
  }

  /** "google.rpc.Status" has the codes of gRPC. */
  private boolean isOver(GoogleLongrunningOperation seen, String from) {
    Optional.ofNullable(seen.getError())
        .ifPresent(error -> {
          Meaning meaning =
              switch (Optional.ofNullable(error.getCode()).orElse(0)) {
                case 5 -> Meaning.NOT_FOUND;
                case 6 -> Meaning.EXISTS;
                case 7 -> Meaning.DENIED;
                default -> Meaning.UNAVAILABLE;
              };
          String why = Failure.cut(String.valueOf(error.getMessage()));
          throw errors.of(Failure.of(meaning, why), "rename", bucket + "/" + from, null);
        });
    return Boolean.TRUE.equals(seen.getDone());
  }
}
