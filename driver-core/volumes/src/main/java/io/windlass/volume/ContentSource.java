package io.windlass.volume;

/** What a new volume is filled with. */
public sealed interface ContentSource {

  /** The id, as callers know it. */
  String id();

  /** The files as a snapshot has them. */
  record OfSnapshot(String id) implements ContentSource {}

  /** The files of another volume, as they are when the copy begins. */
  record OfVolume(String id) implements ContentSource {}
}
