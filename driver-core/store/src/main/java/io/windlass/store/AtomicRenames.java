package io.windlass.store;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Revision;

/**
 * Renames that the server carries out as a whole: at no time are both names there, or neither. Each
 * may be asked for again if it is not known whether the server has carried it out.
 */
public interface AtomicRenames {

  /**
   * Renames an object, with its metadata. It is a success, too, if an earlier request has done so;
   * the store recognises the object at its new name by its revision.
   *
   * @param source the object has this revision
   * @param target condition that the new name meets; an object there is replaced
   * @return revision of the object at its new name
   * @throws DriverException.PreconditionFailed if the object has another revision, or the condition
   *     does not hold
   * @throws DriverException.NotFound if there is no object at the old name, or no directory for the
   *     new one
   */
  Revision object(String from, String to, Revision source, Condition target);

  /**
   * Renames a directory with all that is in it, however much that is. All objects in it keep their
   * revisions.
   *
   * @param from prefix of the directory, with its last slash
   * @param to prefix that it is to have, with its last slash; not within {@code from}
   * @throws DriverException.PreconditionFailed if there is an object or a directory, even an empty
   *     one, at the new name
   * @throws DriverException.NotFound if there is no directory at the old name, or none for the new
   *     one. If an earlier request may have renamed it, this means that it has
   */
  void directory(String from, String to);
}
