package io.windlass.fs.tree;

import io.windlass.fs.inode.Kind;
import io.windlass.fs.key.DirectoryKey;
import io.windlass.fs.key.FileNames;
import io.windlass.fs.key.Keys;
import io.windlass.fs.listing.Listing;
import io.windlass.fs.listing.Listings;
import io.windlass.fs.listing.Metadata;
import io.windlass.fs.listing.PathEntry;
import io.windlass.fs.open.OpenWrites;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.store.ObjectStore;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads the lines of a directory, or of a {@link Kind#PART} of one: the listing of the bucket,
 * merged with files that are not published yet.
 */
final class DirEntries {
  private final DirectoryKey place;
  private final Metadata metadata;
  private final OpenWrites openWrites;
  private final Listing listing;

  /** Files written in this directory and not published yet, in the order of the listing. */
  private final Deque<Listing.Item> unpublished;

  /** Next item of the listing, which is being merged with the unpublished files. */
  private Optional<Listing.Item> stored = Optional.empty();

  private boolean storedEnded;
  private long ordinal;
  private String lastPart;
  private Optional<DirEntry> ready = Optional.empty();
  private boolean ended;

  /**
   * Starts before the first line that is wanted.
   *
   * @param ordinal number of the line before the first
   * @param position where the listing begins, see {@link Listing.Item#position}; empty for the
   *     beginning of the directory
   * @param first the first page of the directory, if it has been asked for already
   */
  DirEntries(
      ObjectStore store,
      Metadata metadata,
      OpenWrites openWrites,
      DirectoryKey place,
      long ordinal,
      String position,
      Optional<Listings.Ahead> first) {
    this.place = place;
    this.metadata = metadata;
    this.openWrites = openWrites;
    this.unpublished = unpublished(position);
    this.ordinal = ordinal;
    this.listing =
        position.isEmpty()
            ? Listing.of(store, metadata, place.prefix(), place.begun(), first)
            : Listing.after(store, metadata, place.prefix(), place.begun(), position);
    this.lastPart = position.isEmpty() ? "" : partAt(position);
  }

  /** Returns the name of the directory of long names that the last line was, or an empty string. */
  private String partAt(String position) {
    String text = position.substring(0, position.indexOf('/'));
    return place.piece(new FileNames.Segment(text, false)).filter(FileNames::goesOn).orElse("");
  }

  /** Returns whether {@link #next} answers without waiting. */
  boolean isReady() {
    while (ready.isEmpty() && !ended && (stored.isPresent() || storedEnded || listing.isReady())) {
      advance();
    }
    return ended || ready.isPresent();
  }

  /** Returns the next line; empty at the end. */
  Optional<DirEntry> next() {
    while (ready.isEmpty() && !ended) {
      advance();
    }
    Optional<DirEntry> line = ready;
    ready = Optional.empty();
    return line;
  }

  private void advance() {
    Optional<Listing.Item> item = item();
    ready = item.flatMap(this::line);
    ended = item.isEmpty();
    ordinal += ready.isPresent() ? 1 : 0;
  }

  private Deque<Listing.Item> unpublished(String position) {
    String prefix = place.prefix();
    return openWrites.below(prefix + place.begun()).stream()
        .filter(file -> !file.view().hasObject())
        .filter(file -> file.key().indexOf('/', prefix.length()) < 0)
        .map(file -> unpublished(file.key().substring(prefix.length()), ObjectStat.of(file.view())))
        .filter(item -> Keys.ORDER.compare(item.position(), position) > 0)
        .sorted(Comparator.comparing(Listing.Item::position, Keys.ORDER))
        .collect(Collectors.toCollection(ArrayDeque::new));
  }

  private Listing.Item unpublished(String text, ObjectStat stat) {
    return new Listing.Item(text, false, false, Optional.of(stat), metadata.now());
  }

  /** Returns the next item of the listing or of the unpublished files. */
  private Optional<Listing.Item> item() {
    if (stored.isEmpty() && !storedEnded) {
      stored = listing.next();
      storedEnded = stored.isEmpty();
      // Lookups of listed names are then answered from the cache.
      stored.ifPresent(found -> metadata.note(place.prefix(), found));
    }
    while (!unpublished.isEmpty()) {
      Listing.Item own = unpublished.peek();
      int order =
          stored.map(found -> Keys.ORDER.compare(own.position(), found.position())).orElse(-1);
      if (order > 0) {
        break;
      }
      unpublished.poll();
      if (order < 0) {
        Optional<Listing.Item> there = stillThere(own);
        if (there.isPresent()) {
          return there;
        }
      }
    }
    Optional<Listing.Item> next = stored;
    stored = Optional.empty();
    return next;
  }

  /**
   * Returns the line of an unpublished file as it is now: it may have been published or deleted
   * since the listing began.
   */
  private Optional<Listing.Item> stillThere(Listing.Item own) {
    String key = place.prefix() + own.text();
    return openWrites
        .at(key)
        .map(file -> ObjectStat.of(file.view()))
        .or(() -> metadata.cached(key).flatMap(PathEntry::file))
        .map(stat -> unpublished(own.text(), stat));
  }

  private Optional<DirEntry> line(Listing.Item item) {
    Optional<String> piece = place.piece(new FileNames.Segment(item.text(), item.beside()));
    if (piece.isEmpty()) {
      return Optional.empty();
    }
    String name = piece.get();
    long number = ordinal + 1;
    if (FileNames.goesOn(name)) {
      if (name.equals(lastPart)) {
        return Optional.empty();
      }
      lastPart = name;
      String text = FileNames.textOfPiece(name);
      return Optional.of(
          new DirEntry(
              number, name, Kind.PART, text, Optional.empty(), item.position(), item.asked()));
    }
    String text = item.text().substring(place.begun().length());
    Kind kind = item.directory() ? Kind.DIRECTORY : Kind.FILE;
    Optional<ObjectStat> stat = item.directory() ? Optional.empty() : item.stat();
    return Optional.of(new DirEntry(number, name, kind, text, stat, item.position(), item.asked()));
  }
}
