package io.windlass.fs;

import io.windlass.store.ObjectStore;
import java.util.Optional;

/** The lines of a directory, or of the part of one in which long names go on. */
final class Lines {
  private final Place place;
  private final Metadata metadata;
  private final Listing listing;
  private long ordinal;
  private String lastPart;
  private Optional<Line> ready = Optional.empty();
  private boolean ended;

  /**
   * Lines of a directory.
   *
   * @param ordinal number of the line before the first
   * @param position where the listing is to begin; empty: at the beginning
   */
  Lines(ObjectStore store, Metadata metadata, Place place, long ordinal, String position) {
    this.place = place;
    this.metadata = metadata;
    this.ordinal = ordinal;
    this.listing =
        position.isEmpty()
            ? Listing.of(store, metadata, place.prefix(), place.begun())
            : Listing.after(store, metadata, place.prefix(), place.begun(), position);
    this.lastPart = position.isEmpty() ? "" : partAt(position);
  }

  /** The directory of long names that the last line was, if it was one. */
  private String partAt(String position) {
    String text = position.substring(0, position.indexOf('/'));
    return place.piece(new Names.Segment(text, false)).filter(Names::goesOn).orElse("");
  }

  /** Whether {@link #next} answers without waiting. */
  boolean isReady() {
    while (ready.isEmpty() && !ended && listing.isReady()) {
      advance();
    }
    return ended || ready.isPresent();
  }

  /** The next line; empty at the end. */
  Optional<Line> next() {
    while (ready.isEmpty() && !ended) {
      advance();
    }
    Optional<Line> line = ready;
    ready = Optional.empty();
    return line;
  }

  private void advance() {
    Optional<Listing.Item> item = listing.next();
    // What is listed need not be asked for again.
    item.ifPresent(found -> metadata.note(place.prefix(), found));
    ready = item.flatMap(this::line);
    ended = item.isEmpty();
    ordinal += ready.isPresent() ? 1 : 0;
  }

  private Optional<Line> line(Listing.Item item) {
    Optional<String> piece = place.piece(new Names.Segment(item.text(), item.beside()));
    if (piece.isEmpty()) {
      return Optional.empty();
    }
    String name = piece.get();
    long number = ordinal + 1;
    if (Names.goesOn(name)) {
      if (name.equals(lastPart)) {
        return Optional.empty();
      }
      lastPart = name;
      String text = Names.textOfPiece(name);
      return Optional.of(
          new Line(number, name, Kind.PART, text, Optional.empty(), item.position(), item.asked()));
    }
    String text = item.text().substring(place.begun().length());
    Kind kind = item.directory() ? Kind.DIRECTORY : Kind.FILE;
    Optional<Facts> facts = item.directory() ? Optional.empty() : item.facts();
    return Optional.of(new Line(number, name, kind, text, facts, item.position(), item.asked()));
  }
}
