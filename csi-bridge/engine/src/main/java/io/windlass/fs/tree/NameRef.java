package io.windlass.fs.tree;

import io.windlass.fs.FsException;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.key.DirectoryKey;
import io.windlass.store.Errno;

/**
 * Where a name of a directory is in the bucket, whether or not something is there.
 *
 * @param path the key of a file of this name; of a directory the prefix without its slash
 * @param text what a node of this name adds to the path
 */
public record NameRef(Inode parent, DirectoryKey place, String path, String text) {
  /** What the keys of all that is in the same directory begin with. */
  public String around() {
    return place.prefix();
  }

  /**
   * Refuses to make a file whose key would be that of the mark of its directory, or none at all.
   *
   * @throws FsException {@code EINVAL}
   */
  public void requireFile() {
    if (path.isEmpty() || path.endsWith("/")) {
      throw new FsException(Errno.EINVAL, "'%s' is no key of a file".formatted(path));
    }
  }

  /** What the keys of all that is in a directory of this name begin with. */
  public String within() {
    return path + "/";
  }
}
