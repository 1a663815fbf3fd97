package io.windlass.store.memory.azure;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Revision;
import io.windlass.store.AtomicRenames;

/** Renames of blobs, of which all below one prefix are a directory. */
record AzureShapedRenames(FakeContainer container) implements AtomicRenames {

  @Override
  public Revision object(String from, String to, Revision source, Condition target) {
    try {
      String name = AzureShapedStore.checked(to);
      if (container.rename(from, source.token(), name, AzureShapedStore.conditions(target))) {
        return source;
      }
    } catch (AzureError e) {
      if (!isAt(to, source)) {
        throw AzureErrors.of(e);
      }
      return source;
    }
    if (isAt(to, source)) {
      return source;
    }
    throw new DriverException.NotFound(from + " is gone, or another", null);
  }

  private boolean isAt(String key, Revision revision) {
    try {
      return container.properties(key).etag().equals(revision.token());
    } catch (AzureError e) {
      return false;
    }
  }

  @Override
  public void directory(String from, String to) {
    boolean found = AzureErrors.call(() -> container.renameAll(from, to));
    if (!found) {
      throw new DriverException.NotFound(from + " is gone", null);
    }
  }
}
