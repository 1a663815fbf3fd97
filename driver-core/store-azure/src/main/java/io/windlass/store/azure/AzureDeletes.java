package io.windlass.store.azure;

import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpMethod;
import io.windlass.store.Condition;
import io.windlass.store.DeleteFailure;
import io.windlass.store.DriverException;
import io.windlass.store.ObjectId;
import java.util.List;

/** Deletes blobs of one container. */
final class AzureDeletes {
  private final AzureContainer container;

  AzureDeletes(AzureContainer container) {
    this.container = container;
  }

  void object(String key, Condition condition) {
    if (condition instanceof Condition.IfAbsent) {
      throw new DriverException.InvalidArgument(
          "a delete cannot be conditional on absence: that is for puts");
    }
    try {
      HttpHeaders _ =
          new BlobRequest(container, HttpMethod.DELETE, key).condition(condition).send("delete");
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      if (condition instanceof Condition.IfMatch) {
        throw new DriverException.PreconditionFailed(
            container.errors().says("delete", container.target(key), "it is gone"), e);
      }
    }
  }

  List<DeleteFailure> all(List<ObjectId> objects) {
    if (objects.size() > AzureCapabilities.MOST_IN_BATCH) {
      throw new DriverException.InvalidArgument(
          "%d objects to delete: at most %d at once"
              .formatted(objects.size(), AzureCapabilities.MOST_IN_BATCH));
    }
    if (objects.isEmpty()) {
      return List.of();
    }
    List<String> keys =
        objects.stream().map(object -> AzureKeys.check(object.key())).distinct().toList();
    return new AzureBatch(container)
        .delete(keys).entrySet().stream()
            .filter(failed -> !isGone(failed.getValue()))
            .map(failed -> new DeleteFailure(ObjectId.of(failed.getKey()), failed.getValue()))
            .toList();
  }

  private static boolean isGone(DriverException reason) {
    return reason instanceof DriverException.NotFound
        && !(reason instanceof DriverException.NoSuchBucket);
  }
}
