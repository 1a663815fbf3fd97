package io.windlass.object;

/** Condition of an object that must hold for a change of it to happen. */
public sealed interface Condition {
  /** No condition: the last writer wins. */
  record Always() implements Condition {}

  /** There is no object with this key. */
  record IfAbsent() implements Condition {}

  /** The object still has this {@link ObjectInfo#revision()}. */
  record IfMatch(Revision revision) implements Condition {}

  /** Returns no condition. */
  static Condition always() {
    return new Always();
  }

  /** Returns the condition that there is no such object. */
  static Condition ifAbsent() {
    return new IfAbsent();
  }

  /** Returns the condition that the object still has the revision that was seen. */
  static Condition ifMatch(Revision revision) {
    return new IfMatch(revision);
  }
}
