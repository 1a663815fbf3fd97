package io.windlass.fs.staging;

import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.journal.Extents;
import io.windlass.fs.journal.Ranges;
import io.windlass.fs.journal.StagedId;
import io.windlass.fs.journal.StagingEvent;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * State of a staged file: the sum of its events. Only events change it, except for the time that
 * {@link #touch} sets and the ranges that are being sent. So a process that finds the journal knows
 * what the process knew that wrote it.
 */
final class StagedState {
  private final Extents extents = new Extents();
  private final TimeStamp timeStamp;
  private final StagedId id;
  private final Optional<ObjectProperties> properties;
  private String key;
  private Optional<BaseObject> base;
  private Map<String, String> metadata;
  private Instant modified;
  private long size;
  private boolean unlinked;
  private boolean conflict;
  private boolean cutShort;

  /** Whether the metadata or the time to be published differ from those of the base. */
  private boolean described;

  /** Tokens of publishings that may still appear in the bucket, the latest at the end. */
  private final List<String> pending = new ArrayList<>();

  /** Whether the file has changed since the last publishing began. */
  private boolean changed;

  /** Whether {@link #newer} has all ranges that were changed since the last publishing began. */
  private boolean traced;

  private final Ranges newer = new Ranges();

  private Optional<StagingEvent.UploadStarted> upload = Optional.empty();

  /**
   * Whether the metadata was set since the upload was started, which can take no other metadata.
   */
  private boolean describedSinceUpload;

  /** Time that was set last together with the metadata; a write may have replaced it. */
  private Optional<Instant> describedAs = Optional.empty();

  /** Parts of the upload by their offsets; they do not overlap. */
  private final NavigableMap<Long, StagingEvent.PartSent> parts = new TreeMap<>();

  /** Ranges that are being sent ahead; known to this process alone. */
  private final List<Sending> sendings = new ArrayList<>();

  StagedState(StagingEvent.Begun begun, TimeStamp timeStamp) {
    this.timeStamp = timeStamp;
    id = begun.id();
    properties = begun.properties();
    key = begun.key();
    base = begun.base();
    metadata = begun.metadata();
    modified = begun.modified();
    size = baseSize();
  }

  StagedId id() {
    return id;
  }

  String key() {
    return key;
  }

  Optional<BaseObject> base() {
    return base;
  }

  /**
   * Returns the growth of the volume in bytes and objects when the file is published; nothing if it
   * is unlinked.
   */
  Quota.Growth growth() {
    return unlinked
        ? Quota.Growth.NOTHING
        : new Quota.Growth(size - baseSize(), base.isPresent() ? 0 : 1);
  }

  private long baseSize() {
    return base.map(BaseObject::size).orElse(0L);
  }

  /**
   * Returns the properties to be published with the file; empty: those of the base, which are not
   * read yet.
   */
  Optional<ObjectProperties> properties() {
    return properties;
  }

  /** Returns the metadata to be published with the file, including its time. */
  Map<String, String> metadata() {
    return metadata(modified);
  }

  /** Returns the metadata to be published if {@code when} were the time of the file. */
  Map<String, String> metadata(Instant when) {
    return timeStamp.stamp(metadata, when);
  }

  Instant modified() {
    return modified;
  }

  /** Sets the time of a write that needs no event. */
  void touch(Instant now) {
    modified = now;
  }

  long size() {
    return size;
  }

  boolean isUnlinked() {
    return unlinked;
  }

  boolean isConflict() {
    return conflict;
  }

  /**
   * Returns whether the file is only the beginning of what a program wanted to write: its last
   * write found no room, and nothing of it was published.
   */
  boolean isCutShort() {
    return cutShort;
  }

  /** Returns whether the bucket has nothing of the content. */
  boolean isNew() {
    return extents.dirtyBytes() == size;
  }

  /** Returns the extents of the file; callers must not change them. */
  Extents extents() {
    return extents;
  }

  List<String> pending() {
    return List.copyOf(pending);
  }

  /** Returns whether the file has changed since the last publishing began. */
  boolean isChangedSince() {
    return changed;
  }

  /**
   * Returns whether the journal must record that a dirty range is about to change: the last
   * publishing may still appear in the bucket, and its bytes would be taken for those of the file.
   */
  boolean isPublishing(long start, long end) {
    return !pending.isEmpty() && (traced ? !newer.covers(start, end) : !changed);
  }

  /**
   * Returns whether a range has not changed since the last publishing began; false if that is not
   * traced.
   */
  boolean isAsPublishing(long start, long end) {
    return traced && size >= end && !newer.intersects(start, end);
  }

  Optional<StagingEvent.UploadStarted> upload() {
    return upload;
  }

  /** Returns whether completing the upload would publish other metadata than the file has. */
  boolean isUploadOutdated() {
    return describedSinceUpload;
  }

  /** Returns the parts of the upload by their offsets. */
  NavigableMap<Long, StagingEvent.PartSent> parts() {
    return new TreeMap<>(parts);
  }

  /**
   * Returns the part of the upload with this number and range, if it was sent and is still right.
   */
  Optional<StagingEvent.PartSent> part(PartPlan.PlannedPart planned) {
    return planned.among(parts);
  }

  /** Range that is sent while writing goes on; spoiled when it is written to. */
  static final class Sending {
    private final long start;
    private final long end;
    private boolean spoiled;

    private Sending(long start, long end) {
      this.start = start;
      this.end = end;
    }
  }

  Sending send(long start, long end) {
    Sending sending = new Sending(start, end);
    sendings.add(sending);
    return sending;
  }

  /** Ends sending a range; returns whether it is still what it was at the beginning. */
  boolean sent(Sending sending) {
    sendings.remove(sending);
    return !sending.spoiled;
  }

  /** Returns whether bytes of this range were sent, or are being sent. */
  boolean isSent(long start, long end) {
    Map.Entry<Long, StagingEvent.PartSent> part = parts.lowerEntry(end);
    return (part != null && part.getValue().offset() + part.getValue().length() > start)
        || sendings.stream().anyMatch(sending -> sending.start < end && sending.end > start);
  }

  /** Returns whether the content differs from that of the base; true if there is no base. */
  boolean isContentDirty() {
    return base.isEmpty() || extents.dirtyBytes() > 0 || size != baseSize();
  }

  /**
   * Returns whether there is something to publish. There is while an earlier publishing may still
   * appear in the bucket: the next one makes sure that it cannot.
   */
  boolean isDirty() {
    return !unlinked && (described || isContentDirty() || !pending.isEmpty());
  }

  StagedView view() {
    return new StagedView(
        size,
        modified,
        metadata(),
        properties,
        base.map(BaseObject::revision),
        isDirty(),
        unlinked,
        conflict);
  }

  /** Changes the state as an event says. */
  void apply(StagingEvent event) {
    switch (event) {
      case StagingEvent.Begun _ -> throw new IllegalArgumentException("it has begun already");
      case StagingEvent.Wrote(long offset, long length, Instant when) -> {
        grow(offset);
        change(offset, offset + length, Extents.Kind.DATA);
        changedAt(when);
      }
      case StagingEvent.Zeroed(long offset, long length, Instant when) -> {
        grow(offset);
        change(offset, offset + length, Extents.Kind.ZERO);
        changedAt(when);
      }
      case StagingEvent.Truncated(long wanted, Instant when) -> {
        grow(wanted);
        if (wanted < size) {
          extents.cut(wanted);
          newer.cut(wanted);
          dropParts(wanted, Long.MAX_VALUE);
          size = wanted;
        }
        changed = true;
        changedAt(when);
      }
      case StagingEvent.Fetched(long offset, long length) ->
          extents.put(offset, offset + length, Extents.Kind.DATA, false);
      case StagingEvent.Dropped _ -> extents.dropClean();
      case StagingEvent.Described(Map<String, String> wanted, Instant when) -> {
        described |= !metadata().equals(timeStamp.stamp(wanted, when));
        describedSinceUpload = true;
        describedAs = Optional.of(when);
        metadata = wanted;
        modified = when;
        changed = true;
      }
      case StagingEvent.Moved(String to, Optional<Revision> revision) -> moved(to, revision);
      case StagingEvent.UploadStarted started -> {
        parts.clear();
        upload = Optional.of(started);
        describedSinceUpload = isOutdated(started);
      }
      case StagingEvent.PartSent sent -> {
        parts.values().removeIf(part -> part.number() == sent.number());
        dropParts(sent.offset(), sent.offset() + sent.length());
        parts.put(sent.offset(), sent);
      }
      case StagingEvent.UploadEnded _ -> endUpload();
      case StagingEvent.Publishing(String token, boolean isTraced) -> {
        pending.remove(token);
        pending.add(token);
        changed = false;
        traced = isTraced;
        newer.clear();
      }
      case StagingEvent.ChangedSince(long offset, long length) -> {
        changed = true;
        newer.add(offset, offset + length);
      }
      case StagingEvent.Published published -> published(published);
      case StagingEvent.Copied copied -> copied(copied);
      case StagingEvent.CutShort(boolean value) -> cutShort = value;
      case StagingEvent.Conflicted _ -> conflict = true;
      case StagingEvent.Unlinked _ -> unlinked = true;
    }
  }

  /** Sets the time of the file, which is published even if the content is the same as before. */
  private void changedAt(Instant when) {
    described = described || !metadata().equals(timeStamp.stamp(metadata, when));
    modified = when;
  }

  private void grow(long to) {
    if (to > size) {
      change(size, to, Extents.Kind.ZERO);
    }
  }

  private void change(long start, long end, Extents.Kind kind) {
    extents.put(start, end, kind, true);
    dropParts(start, end);
    size = Math.max(size, end);
    changed = true;
    if (!pending.isEmpty()) {
      newer.add(start, end);
    }
  }

  private void dropParts(long start, long end) {
    Map.Entry<Long, StagingEvent.PartSent> before = parts.lowerEntry(start);
    if (before != null && before.getValue().offset() + before.getValue().length() > start) {
      parts.remove(before.getKey());
    }
    parts.subMap(start, end).clear();
    for (Sending sending : sendings) {
      sending.spoiled |= sending.start < end && sending.end > start;
    }
  }

  /**
   * Returns whether the metadata of the file was set while the server was asked to start an upload.
   */
  private boolean isOutdated(StagingEvent.UploadStarted started) {
    return !started.metadata().equals(metadata(started.modified()))
        || (describedAs.filter(modified::equals).isPresent()
            && !modified.equals(started.modified()));
  }

  private void endUpload() {
    upload = Optional.empty();
    parts.clear();
  }

  private void moved(String to, Optional<Revision> revision) {
    key = to;
    conflict = false;
    endUpload();
    if (revision.isPresent()) {
      base =
          base.map(before ->
              new BaseObject(
                  to, revision.get(), before.size(), before.modified(), before.metadata()));
    } else {
      base = Optional.empty();
      extents.allDirty();
    }
  }

  private void copied(StagingEvent.Copied copied) {
    extents.cut(0);
    size = copied.size();
    modified = copied.changed();
    published(
        new StagingEvent.Published(
            copied.token(),
            copied.revision(),
            copied.size(),
            copied.modified(),
            copied.metadata()));
  }

  private void published(StagingEvent.Published published) {
    base =
        Optional.of(
            new BaseObject(
                key,
                published.revision(),
                published.size(),
                published.modified(),
                published.metadata()));
    Optional<StagingEvent.UploadStarted> completed =
        upload.filter(known -> known.token().equals(published.token()));
    // If this is an earlier publishing, or the ranges changed since are unknown, all stays dirty.
    boolean last = !pending.isEmpty() && pending.getLast().equals(published.token());
    if (last && (traced || !changed)) {
      extents.allCleanBut(newer);
      if (!changed && completed.isPresent() && !describedSinceUpload) {
        // The file was written on after the upload was started, and others see the time of the
        // start.
        modified = completed.get().modified();
        described = false;
      } else {
        described = !published.metadata().equals(metadata());
      }
    }
    pending.clear();
    newer.clear();
    conflict = false;
    cutShort = false;
    if (completed.isPresent()) {
      endUpload();
    }
  }

  /** Returns events that give the same state as all events so far. */
  List<StagingEvent> snapshot() {
    List<StagingEvent> events = new ArrayList<>();
    Optional<BaseObject> old = base.filter(_ -> described);
    events.add(
        new StagingEvent.Begun(
            id,
            key,
            base,
            old.map(BaseObject::metadata).orElse(metadata),
            old.map(BaseObject::modified).orElse(modified),
            properties));
    List<StagingEvent> publishing =
        pending.stream()
            .<StagingEvent>map(token -> new StagingEvent.Publishing(token, traced))
            .toList();
    boolean all = changed && !traced;
    if (all) {
      events.addAll(publishing);
    }
    if (size != baseSize()) {
      events.add(new StagingEvent.Truncated(size, modified));
    }
    for (Extents.Extent extent : extents.all()) {
      describe(extent).ifPresent(events::add);
    }
    if (described || (all && !pending.isEmpty())) {
      // Needed also where no other event says any more that something has changed since.
      events.add(new StagingEvent.Described(metadata, modified));
    }
    upload.ifPresent(events::add);
    events.addAll(parts.values());
    if (upload.isPresent() && describedSinceUpload) {
      events.add(new StagingEvent.Described(metadata, modified));
    }
    if (!all) {
      events.addAll(publishing);
      if (changed && !publishing.isEmpty()) {
        events.add(new StagingEvent.ChangedSince(0, 0));
        newer.all().stream()
            .map(range -> new StagingEvent.ChangedSince(range.start(), range.length()))
            .forEach(events::add);
      }
    }
    if (cutShort) {
      events.add(new StagingEvent.CutShort(true));
    }
    if (conflict) {
      events.add(new StagingEvent.Conflicted());
    }
    if (unlinked) {
      events.add(new StagingEvent.Unlinked());
    }
    return events;
  }

  private Optional<StagingEvent> describe(Extents.Extent extent) {
    return switch (extent.kind()) {
      case DATA ->
          Optional.of(
              extent.dirty()
                  ? new StagingEvent.Wrote(extent.start(), extent.length(), modified)
                  : new StagingEvent.Fetched(extent.start(), extent.length()));
      case ZERO ->
          extent.dirty()
              ? Optional.of(new StagingEvent.Zeroed(extent.start(), extent.length(), modified))
              : Optional.empty();
      case BASE -> Optional.empty();
    };
  }
}
