package io.windlass.cli.audit;

import java.util.Optional;

/**
 * A difference between what is recorded and what is there.
 *
 * @param id what it is about
 * @param text what differs
 * @param next what to do about it
 * @param repair what {@code --fix} does; empty where that takes a decision of people
 */
record Drift(Kind kind, String id, String text, String next, Optional<Runnable> repair) {

  /** Kinds of drift. */
  enum Kind {
    REGISTRY_UNSAFE("registry that is not safe"),
    UNREADABLE("record that cannot be read"),
    STUCK("call that did not finish"),
    BUCKET_GONE("record without its bucket"),
    BUCKET_UNRECORDED("bucket without a record"),
    ACCESS_DEAD("access that does not work as granted"),
    ACCESS_WITHOUT_BUCKET("access to a bucket that is gone"),
    VOLUME_WITHOUT_BUCKET("volume without its bucket"),
    ATTACHMENT_WITHOUT_ACCESS("attachment whose key has no record"),
    NODE_GONE("attachment to a node that is gone"),
    SNAPSHOT_DAMAGED("snapshot without its objects"),
    MOUNT_UNRECORDED("mount without a record");

    private final String meaning;

    Kind(String meaning) {
      this.meaning = meaning;
    }

    /** Returns what it means, for people. */
    String meaning() {
      return meaning;
    }

    /** Returns whether it may well be as somebody wants it: the server may have other users. */
    boolean isRemark() {
      return switch (this) {
        case BUCKET_UNRECORDED, MOUNT_UNRECORDED, STUCK -> true;
        case REGISTRY_UNSAFE,
            UNREADABLE,
            BUCKET_GONE,
            ACCESS_DEAD,
            ACCESS_WITHOUT_BUCKET,
            VOLUME_WITHOUT_BUCKET,
            ATTACHMENT_WITHOUT_ACCESS,
            NODE_GONE,
            SNAPSHOT_DAMAGED ->
            false;
      };
    }
  }

  static Drift of(Kind kind, String id, String text, String next) {
    return new Drift(kind, id, text, next, Optional.empty());
  }
}
