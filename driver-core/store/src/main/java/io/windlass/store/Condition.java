package io.windlass.store;

/** What must be true of an object for a change to it to happen. */
public sealed interface Condition {
  /** No condition: the last writer wins. */
  record Always() implements Condition {}

  /** No object of that key exists. */
  record IfAbsent() implements Condition {}

  /** The object still has this {@link ObjectInfo#revision()}. */
  record IfMatch(Revision revision) implements Condition {}

  /** No condition. */
  static Condition always() {
    return new Always();
  }

  /** Only if there is no such object. */
  static Condition ifAbsent() {
    return new IfAbsent();
  }

  /** Only if the object is the one that was seen. */
  static Condition ifMatch(Revision revision) {
    return new IfMatch(revision);
  }
}
