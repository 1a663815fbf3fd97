package io.windlass.fs;

/**
 * Where a name of a directory is in the bucket, whether or not something is there.
 *
 * @param path the key of a file of this name; of a directory the prefix without its slash
 * @param text what a node of this name adds to the path
 */
record Spot(Inode parent, Place place, String path, String text) {
  /** What the keys of all that is in the same directory begin with. */
  String around() {
    return place.prefix();
  }

  /** What the keys of all that is in a directory of this name begin with. */
  String within() {
    return path + "/";
  }
}
