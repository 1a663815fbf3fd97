package io.windlass.trial;

import io.windlass.store.Feature;
import java.util.Set;

/**
 * One thing that a server was tried for, in words for whoever set it up.
 *
 * @param text what was found
 * @param next what to do about it; empty where nothing needs to be done
 */
public record ServerTrial(Subject subject, Grade grade, String text, String next) {

  /** What a server is tried for. */
  public enum Subject {
    /** Writes with a condition: records and mounts rely on them. */
    WRITES,
    /** Completions of uploads with a condition: mounts use them for large files and copies. */
    UPLOADS,
    /** Copies of an object on condition of its state: renames and snapshots use them. */
    COPIES,
    /**
     * Copies of a range on condition of the state of its source: changes of large files use them.
     */
    RANGES,
    /** The removal of one state of an object: records rely on it. */
    DELETES,
    /** Listings by pages: whoever looks for what is there relies on them. */
    LISTINGS,
    /** The clock, by which signatures hold. */
    CLOCK;

    /** Returns the features that a server lacks if this is {@link Grade#BROKEN}. */
    public Set<Feature> features() {
      return switch (this) {
        case WRITES -> Set.of(Feature.PUT_IF_ABSENT, Feature.PUT_IF_MATCH);
        // On S3, a copy on condition of its destination is the completion of an upload.
        case UPLOADS -> Set.of(Feature.COMPLETE_CONDITIONAL, Feature.COPY_CONDITIONAL);
        case DELETES -> Set.of(Feature.DELETE_IF_MATCH);
        case COPIES, RANGES, LISTINGS, CLOCK -> Set.of();
      };
    }
  }

  /** How well it went. */
  public enum Grade {
    HOLDS,
    /** The server keeps what it promises, and somebody may want to know. */
    REMARK,
    /** The server does not keep it: nothing may rely on it. */
    BROKEN
  }

  public static ServerTrial holds(Subject subject, String text) {
    return new ServerTrial(subject, Grade.HOLDS, text, "");
  }

  static ServerTrial remark(Subject subject, String text, String next) {
    return new ServerTrial(subject, Grade.REMARK, text, next);
  }

  public static ServerTrial broken(Subject subject, String text, String next) {
    return new ServerTrial(subject, Grade.BROKEN, text, next);
  }

  /** Returns whether the server does not keep it. */
  public boolean isBroken() {
    return grade == Grade.BROKEN;
  }

  /** Returns what was found and what to do about it. */
  @Override
  public String toString() {
    return next.isEmpty() ? text : text + "; " + next;
  }
}
