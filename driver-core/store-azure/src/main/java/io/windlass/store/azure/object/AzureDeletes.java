package io.windlass.store.azure.object;

import static java.util.stream.Collectors.partitioningBy;

import com.azure.core.http.HttpMethod;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectId;
import io.windlass.object.Revision;
import io.windlass.operation.Deadline;
import io.windlass.secret.Secret;
import io.windlass.store.DeleteFailure;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureKey;
import io.windlass.store.azure.client.AzureVersion;
import io.windlass.store.azure.client.BlobRequest;
import io.windlass.store.azure.client.SharedAccessSignature;
import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Deletes blobs of one container. */
final class AzureDeletes {
  private static final String CURRENT = "x-ms-is-current-version";

  private final AzureContainer container;
  private final FolderStubs stubs;
  private final Snapshots snapshots;

  /** What becomes of the snapshots of a blob, without which the service does not delete it. */
  enum Snapshots {
    STAY,
    GO;

    /** "Delete Blob": not for a version, which has no snapshots. */
    BlobRequest in(BlobRequest delete) {
      return switch (this) {
        case STAY -> delete;
        case GO -> delete.header("x-ms-delete-snapshots", "include");
      };
    }
  }

  AzureDeletes(AzureContainer container, FolderStubs stubs) {
    this(container, stubs, Snapshots.STAY);
  }

  private AzureDeletes(AzureContainer container, FolderStubs stubs, Snapshots snapshots) {
    this.container = container;
    this.stubs = stubs;
    this.snapshots = snapshots;
  }

  /** Returns the same deletes, with which the snapshots of blobs go. */
  AzureDeletes withSnapshots() {
    return new AzureDeletes(container, stubs, Snapshots.GO);
  }

  void object(String key, Condition condition) {
    if (condition instanceof Condition.IfAbsent) {
      throw new DriverException.InvalidArgument(
          "a delete cannot be conditional on absence: that is for puts");
    }
    try {
      if (container.isDirectory(key)) {
        new AzureDirectories(container).delete(key, condition);
        return;
      }
      if (key.endsWith("/") && stubs.delete(key, condition)) {
        return;
      }
      HttpHeaders _ =
          snapshots
              .in(new BlobRequest(container, HttpMethod.DELETE, key).condition(condition))
              .send("delete");
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      if (condition instanceof Condition.IfMatch) {
        throw new DriverException.PreconditionFailed(
            container.errors().says("delete", container.target(key), "it is gone"), e);
      }
    }
  }

  /**
   * Deletes one version of a blob. The service deletes a version only if it is not current; the
   * deletion of a blob turns its current version into a previous one.
   */
  void version(String key, AzureVersion version) {
    switch (version) {
      case AzureVersion.Current _ -> object(key, Condition.always());
      case AzureVersion.Unkept(Revision revision) -> replaced(key, revision);
      case AzureVersion.Kept(String id) -> {
        try {
          kept(key, id);
        } catch (DriverException.NoSuchBucket e) {
          throw e;
        } catch (DriverException refused) {
          current(key, id, refused);
        }
      }
    }
  }

  private void kept(String key, String id) {
    try {
      HttpHeaders _ =
          new BlobRequest(container, HttpMethod.DELETE, key).query("versionid", id).send("delete");
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      // gone
    }
  }

  /** Deletes a blob, unless it was replaced or deleted before. */
  private void replaced(String key, Revision revision) {
    try {
      object(key, Condition.ifMatch(revision));
    } catch (DriverException.PreconditionFailed e) {
      // another blob is there, or none
    }
  }

  /** Deletes a version again that could not be deleted because it was current. */
  private void current(String key, String id, DriverException refused) {
    HttpHeaders seen;
    try {
      seen = new BlobRequest(container, HttpMethod.HEAD, key).query("versionid", id).send("delete");
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound e) {
      return;
    }
    if (!seen.firstValue(CURRENT).equals(Optional.of("true"))) {
      throw refused;
    }
    replaced(key, AzureAnswers.info(key, seen).revision());
    kept(key, id);
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
    Map<Boolean, List<ObjectId>> byDirectory =
        objects.stream()
            .distinct()
            .collect(partitioningBy(object -> container.isDirectory(object.key())));
    List<ObjectId> blobs = byDirectory.getOrDefault(false, List.of());
    List<DeleteFailure> failures = new ArrayList<>();
    for (ObjectId blob : blobs) {
      if (blob.version().isEmpty() && stubs.find(blob.key()).isPresent()) {
        boolean _ = stubs.delete(blob.key(), Condition.always());
      }
    }
    if (!blobs.isEmpty()) {
      deleted(blobs)
          .forEach((object, reason) ->
              notDeleted(object, reason)
                  .ifPresent(left -> failures.add(new DeleteFailure(object, left))));
    }
    directories(byDirectory.getOrDefault(true, List.of()), failures);
    return failures;
  }

  /**
   * Returns what was not deleted, and why. A batch is a request to the container, which a token of
   * a directory does not permit ("Signed Directory Depth Invalid").
   */
  private Map<ObjectId, DriverException> deleted(List<ObjectId> blobs) {
    boolean ofDirectory =
        container.clients().credential() instanceof AzureKey.Token(Secret token)
            && SharedAccessSignature.isOfDirectory(token);
    if (container.clients().version().hasBatches() && !ofDirectory) {
      return new AzureBatch(container, snapshots).delete(blobs);
    }
    Map<ObjectId, DriverException> failures = new HashMap<>();
    for (ObjectId blob : blobs) {
      try {
        version(blob.key(), AzureVersion.of(blob.version()));
      } catch (DriverException e) {
        failures.put(blob, e);
      }
      Deadline.progress();
    }
    return failures;
  }

  /**
   * Deletes directories, the deepest first. A directory that is not empty stays, with its parents.
   */
  private void directories(List<ObjectId> directories, List<DeleteFailure> failures) {
    Set<String> stay = new HashSet<>();
    for (String key :
        directories.stream().map(ObjectId::key).sorted(Comparator.reverseOrder()).toList()) {
      if (stay.stream().anyMatch(inner -> inner.startsWith(key))) {
        continue;
      }
      try {
        object(key, Condition.always());
      } catch (DriverException.NotEmpty e) {
        stay.add(key);
      } catch (DriverException e) {
        stay.add(key);
        failures.add(new DeleteFailure(ObjectId.of(key), e));
      }
    }
  }

  /** Deletes what a batch did not delete; returns what fails again. */
  private Optional<DriverException> notDeleted(ObjectId object, DriverException reason) {
    if (reason instanceof DriverException.NoSuchBucket) {
      return Optional.of(reason);
    }
    if (reason instanceof DriverException.NotFound) {
      return Optional.empty();
    }
    return switch (AzureVersion.of(object.version())) {
      case AzureVersion.Current _ -> Optional.of(reason);
      case AzureVersion.Kept(String id) -> currentOf(object.key(), id, reason);
      case AzureVersion.Unkept _ ->
          Optional.of(reason).filter(why -> !(why instanceof DriverException.PreconditionFailed));
    };
  }

  private Optional<DriverException> currentOf(String key, String id, DriverException reason) {
    try {
      current(key, id, reason);
      return Optional.empty();
    } catch (DriverException e) {
      return Optional.of(e);
    }
  }
}
