package io.windlass.fs.tree;

import io.windlass.fs.FsException;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.key.DirectoryKey;
import io.windlass.linux.Errno;

/**
 * Place in the bucket of a name in a directory, whether or not it exists.
 *
 * @param parent the directory
 * @param path key of a file of this name; for a directory the prefix without its last slash
 * @param text what a node of this name adds to the key of its parent
 */
public record NameRef(Inode parent, DirectoryKey place, String path, String text) {
  /** Returns the prefix of the keys in the same directory. */
  public String around() {
    return place.prefix();
  }

  /**
   * Checks that a file of this name can be made: its key must not be empty or that of the marker of
   * its directory.
   *
   * @throws FsException {@code EINVAL}
   */
  public void requireFile() {
    if (path.isEmpty() || path.endsWith("/")) {
      throw new FsException(Errno.EINVAL, "'%s' is no key of a file".formatted(path));
    }
  }

  /** Returns the prefix of the keys in a directory of this name. */
  public String within() {
    return path + "/";
  }
}
