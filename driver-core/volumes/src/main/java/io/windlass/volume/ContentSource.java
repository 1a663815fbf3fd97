package io.windlass.volume;

/** Source from which a new volume is filled. */
public sealed interface ContentSource {

  /** Returns the id of the source, as callers know it. */
  String id();

  /** A snapshot: the new volume gets the files that it shows. */
  record OfSnapshot(String id) implements ContentSource {}

  /** Another volume: the new volume gets its files as they are when the copy begins. */
  record OfVolume(String id) implements ContentSource {}
}
