package io.windlass.fs.journal;

import io.windlass.object.Revision;
import io.windlass.proto.staging.Event;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Converts events to records of a journal, and back. */
final class EventCodec {
  private EventCodec() {}

  static Event encode(StagingEvent event) {
    Event.Builder record = Event.newBuilder();
    switch (event) {
      case StagingEvent.Begun begun -> record.setBegun(encode(begun));
      case StagingEvent.Wrote(long offset, long length, Instant modified) ->
          record.setWrote(
              Event.Wrote.newBuilder()
                  .setOffset(offset)
                  .setLength(length)
                  .setModified(Times.encode(modified)));
      case StagingEvent.Truncated(long size, Instant modified) ->
          record.setTruncated(
              Event.Truncated.newBuilder().setSize(size).setModified(Times.encode(modified)));
      case StagingEvent.Zeroed(long offset, long length, Instant modified) ->
          record.setZeroed(
              Event.Zeroed.newBuilder()
                  .setOffset(offset)
                  .setLength(length)
                  .setModified(Times.encode(modified)));
      case StagingEvent.Fetched(long offset, long length) ->
          record.setFetched(Event.Fetched.newBuilder().setOffset(offset).setLength(length));
      case StagingEvent.Dropped _ -> record.setDropped(Event.Dropped.getDefaultInstance());
      case StagingEvent.Described(Map<String, String> metadata, Instant modified) ->
          record.setDescribed(
              Event.Described.newBuilder()
                  .putAllMetadata(metadata)
                  .setModified(Times.encode(modified)));
      case StagingEvent.Moved moved -> record.setMoved(encode(moved));
      case StagingEvent.UploadStarted started ->
          record.setUploadStarted(
              Event.UploadStarted.newBuilder()
                  .setState(started.upload())
                  .setKey(started.key())
                  .setToken(started.token())
                  .putAllMetadata(started.metadata())
                  .setModified(Times.encode(started.modified())));
      case StagingEvent.PartSent sent ->
          record.setPartSent(
              Event.PartSent.newBuilder()
                  .setNumber(sent.number())
                  .setState(sent.state())
                  .setOffset(sent.offset())
                  .setLength(sent.length()));
      case StagingEvent.UploadEnded _ ->
          record.setUploadEnded(Event.UploadEnded.getDefaultInstance());
      case StagingEvent.Publishing(String token, boolean traced) ->
          record.setPublishing(Event.Publishing.newBuilder().setToken(token).setTraced(traced));
      case StagingEvent.ChangedSince(long offset, long length) ->
          record.setChangedSince(
              Event.ChangedSince.newBuilder().setOffset(offset).setLength(length));
      case StagingEvent.Published published ->
          record.setPublished(
              Event.Published.newBuilder()
                  .setToken(published.token())
                  .setRevision(published.revision().token())
                  .setSize(published.size())
                  .setModified(Times.encode(published.modified()))
                  .putAllMetadata(published.metadata()));
      case StagingEvent.CutShort(boolean value) ->
          record.setCutShort(Event.CutShort.newBuilder().setValue(value));
      case StagingEvent.Conflicted _ -> record.setConflicted(Event.Conflicted.getDefaultInstance());
      case StagingEvent.Unlinked _ -> record.setUnlinked(Event.Unlinked.getDefaultInstance());
      case StagingEvent.Copied copied ->
          record.setCopied(
              Event.Copied.newBuilder()
                  .setToken(copied.token())
                  .setRevision(copied.revision().token())
                  .setSize(copied.size())
                  .setModified(Times.encode(copied.modified()))
                  .putAllMetadata(copied.metadata())
                  .setChanged(Times.encode(copied.changed())));
    }
    return record.build();
  }

  private static Event.Begun.Builder encode(StagingEvent.Begun begun) {
    Event.Begun.Builder record =
        Event.Begun.newBuilder()
            .setInstance(begun.id().instance())
            .setNode(begun.id().node())
            .setKey(begun.key())
            .putAllMetadata(begun.metadata())
            .setModified(Times.encode(begun.modified()));
    begun.base().map(EventCodec::encode).ifPresent(record::setBase);
    begun.properties().map(PropertiesCodec::encode).ifPresent(record::setProperties);
    return record;
  }

  private static Event.Base encode(BaseObject base) {
    return Event.Base.newBuilder()
        .setKey(base.key())
        .setRevision(base.revision().token())
        .setSize(base.size())
        .setModified(Times.encode(base.modified()))
        .putAllMetadata(base.metadata())
        .build();
  }

  private static Event.Moved.Builder encode(StagingEvent.Moved moved) {
    Event.Moved.Builder record = Event.Moved.newBuilder().setKey(moved.key());
    moved.revision().map(Revision::token).ifPresent(record::setRevision);
    return record;
  }

  /**
   * Returns the event of a record.
   *
   * @throws IOException if the record has no event
   */
  static StagingEvent decode(Event record) throws IOException {
    return switch (record.getEventCase()) {
      case BEGUN -> begun(record.getBegun());
      case WROTE -> {
        Event.Wrote wrote = record.getWrote();
        yield new StagingEvent.Wrote(
            wrote.getOffset(), wrote.getLength(), Times.decode(wrote.getModified()));
      }
      case TRUNCATED -> {
        Event.Truncated truncated = record.getTruncated();
        yield new StagingEvent.Truncated(
            truncated.getSize(), Times.decode(truncated.getModified()));
      }
      case ZEROED -> {
        Event.Zeroed zeroed = record.getZeroed();
        yield new StagingEvent.Zeroed(
            zeroed.getOffset(), zeroed.getLength(), Times.decode(zeroed.getModified()));
      }
      case FETCHED ->
          new StagingEvent.Fetched(
              record.getFetched().getOffset(), record.getFetched().getLength());
      case DROPPED -> new StagingEvent.Dropped();
      case DESCRIBED -> {
        Event.Described described = record.getDescribed();
        yield new StagingEvent.Described(
            Map.copyOf(described.getMetadataMap()), Times.decode(described.getModified()));
      }
      case MOVED -> {
        Event.Moved moved = record.getMoved();
        yield new StagingEvent.Moved(
            moved.getKey(),
            moved.hasRevision()
                ? Optional.of(new Revision(moved.getRevision()))
                : Optional.empty());
      }
      case UPLOAD_STARTED -> {
        Event.UploadStarted started = record.getUploadStarted();
        yield new StagingEvent.UploadStarted(
            started.getState(),
            started.getKey(),
            started.getToken(),
            Map.copyOf(started.getMetadataMap()),
            Times.decode(started.getModified()));
      }
      case PART_SENT -> {
        Event.PartSent sent = record.getPartSent();
        yield new StagingEvent.PartSent(
            sent.getNumber(), sent.getState(), sent.getOffset(), sent.getLength());
      }
      case UPLOAD_ENDED -> new StagingEvent.UploadEnded();
      case PUBLISHING ->
          new StagingEvent.Publishing(
              record.getPublishing().getToken(), record.getPublishing().getTraced());
      case PUBLISHED -> {
        Event.Published published = record.getPublished();
        yield new StagingEvent.Published(
            published.getToken(),
            new Revision(published.getRevision()),
            published.getSize(),
            Times.decode(published.getModified()),
            Map.copyOf(published.getMetadataMap()));
      }
      case CUT_SHORT -> new StagingEvent.CutShort(record.getCutShort().getValue());
      case CONFLICTED -> new StagingEvent.Conflicted();
      case UNLINKED -> new StagingEvent.Unlinked();
      case COPIED -> {
        Event.Copied copied = record.getCopied();
        yield new StagingEvent.Copied(
            copied.getToken(),
            new Revision(copied.getRevision()),
            copied.getSize(),
            Times.decode(copied.getModified()),
            Map.copyOf(copied.getMetadataMap()),
            Times.decode(copied.getChanged()));
      }
      case CHANGED_SINCE ->
          new StagingEvent.ChangedSince(
              record.getChangedSince().getOffset(), record.getChangedSince().getLength());
      case EVENT_NOT_SET -> throw new IOException("a record of a journal has no event");
    };
  }

  private static StagingEvent.Begun begun(Event.Begun begun) {
    return new StagingEvent.Begun(
        new StagedId(begun.getInstance(), begun.getNode()),
        begun.getKey(),
        begun.hasBase() ? Optional.of(base(begun.getBase())) : Optional.empty(),
        Map.copyOf(begun.getMetadataMap()),
        Times.decode(begun.getModified()),
        begun.hasProperties()
            ? Optional.of(PropertiesCodec.decode(begun.getProperties()))
            : Optional.empty());
  }

  private static BaseObject base(Event.Base base) {
    return new BaseObject(
        base.getKey(),
        new Revision(base.getRevision()),
        base.getSize(),
        Times.decode(base.getModified()),
        base.getMetadataMap());
  }
}
