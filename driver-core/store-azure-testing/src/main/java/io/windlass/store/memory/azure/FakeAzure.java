package io.windlass.store.memory.azure;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** A fake of a storage account with a flat namespace and without versions. */
public final class FakeAzure {
  /** "Delete Container": its name cannot be used for at least 30 seconds. */
  static final Duration DELETING = Duration.ofSeconds(30);

  /**
   * "Naming and Referencing Containers, Blobs, and Metadata": 3 to 63 lower case letters, digits
   * and hyphens, each hyphen between two of the others.
   */
  private static final String CONTAINER = "(?=.{3,63}$)[a-z0-9]+(?:-[a-z0-9]+)*";

  private final InstantSource clock;
  private final NavigableMap<String, FakeContainer> containers = new TreeMap<>();
  private final Map<String, Instant> deleted = new HashMap<>();

  /** An empty one, by this clock. */
  public FakeAzure(InstantSource clock) {
    this.clock = clock;
  }

  Instant now() {
    return clock.instant();
  }

  /** "Create Container". */
  synchronized void createContainer(String name) {
    if (!name.matches(CONTAINER)) {
      throw new AzureError(AzureError.Code.INVALID_RESOURCE_NAME, name);
    }
    if (isBeingDeleted(name)) {
      throw new AzureError(AzureError.Code.CONTAINER_BEING_DELETED, name);
    }
    if (containers.containsKey(name)) {
      throw new AzureError(AzureError.Code.CONTAINER_ALREADY_EXISTS, name);
    }
    containers.put(name, new FakeContainer(clock));
  }

  private boolean isBeingDeleted(String name) {
    return Optional.ofNullable(deleted.get(name))
        .filter(since -> now().isBefore(since.plus(DELETING)))
        .isPresent();
  }

  /** "Delete Container": with all that is in it. */
  synchronized void deleteContainer(String name) {
    container(name);
    containers.remove(name);
    deleted.put(name, now());
  }

  synchronized FakeContainer container(String name) {
    return Optional.ofNullable(containers.get(name))
        .orElseThrow(() -> new AzureError(AzureError.Code.CONTAINER_NOT_FOUND, name));
  }

  /** "List Containers". */
  synchronized List<String> containers() {
    return List.copyOf(containers.keySet());
  }
}
