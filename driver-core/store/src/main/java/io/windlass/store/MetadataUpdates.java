package io.windlass.store;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import java.util.Map;

/** Updates of the metadata of objects in place, without a copy of their content. */
public interface MetadataUpdates {

  /**
   * Replaces the user metadata of an object; content and properties stay.
   *
   * @param metadata as in {@link PutOptions#metadata}
   * @return what the server answered to the update itself. It never describes what somebody else
   *     has made of the object since
   * @throws DriverException.PreconditionFailed if the condition does not hold
   * @throws DriverException.NotFound if there is no such object
   */
  CopyResult update(String key, Map<String, String> metadata, Condition condition);
}
