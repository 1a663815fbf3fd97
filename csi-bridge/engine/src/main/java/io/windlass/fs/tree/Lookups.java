package io.windlass.fs.tree;

import io.windlass.fs.Answer;
import io.windlass.fs.FsException;
import io.windlass.fs.Lookup;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.inode.Kind;
import io.windlass.fs.key.DirectoryKey;
import io.windlass.fs.key.FileNames;
import io.windlass.fs.listing.Listing;
import io.windlass.fs.listing.Metadata;
import io.windlass.fs.listing.PathEntry;
import io.windlass.fs.open.OpenWrites;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.fs.staging.StagedFile;
import io.windlass.linux.Errno;
import io.windlass.store.ObjectStore;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Resolves names in directories to nodes, and nodes and paths to what is known of them. */
public final class Lookups {
  /** How long ago a name may have been looked up by the call that now creates it. */
  private static final Duration JUST_NOW = Duration.ofSeconds(1);

  private final ObjectStore store;
  private final VolumeOptions options;
  private final Metadata metadata;
  private final Tree tree;
  private final OpenWrites openWrites;

  public Lookups(
      ObjectStore store,
      VolumeOptions options,
      Metadata metadata,
      Tree tree,
      OpenWrites openWrites) {
    this.store = store;
    this.options = options;
    this.metadata = metadata;
    this.tree = tree;
    this.openWrites = openWrites;
  }

  public Answer<Lookup> lookup(long id, String name) {
    Inode parent = tree.directory(id);
    if (FileNames.bytes(name) > FileNames.LONGEST) {
      throw new FsException(Errno.ENAMETOOLONG, "a name of more than 255 bytes");
    }
    DirectoryKey place = tree.place(parent);
    if (FileNames.goesOn(name)) {
      return Answer.later(() -> part(parent, place, name));
    }
    Optional<FileNames.Segment> segment = place.segment(name);
    if (segment.isEmpty()) {
      return Answer.now(new Lookup.Absent(options.metadataTtl()));
    }
    String path = place.prefix() + segment.get().text();
    Optional<StagedFile> own = openWrites.at(path);
    return own.isPresent()
        ? Answer.now(new Lookup.Found(tree.again(own.get())))
        : there(parent, place, segment.get(), path);
  }

  private Answer<Lookup> there(
      Inode parent, DirectoryKey place, FileNames.Segment segment, String path) {
    String text = segment.text().substring(place.begun().length());
    return entry(
        path, () -> tree.isKnown(parent, text), entry -> found(parent, place, segment, entry));
  }

  private Lookup found(
      Inode parent, DirectoryKey place, FileNames.Segment segment, PathEntry entry) {
    boolean file = segment.besideDirectory() == entry.directory() && entry.file().isPresent();
    if (!file && (segment.besideDirectory() || !entry.directory())) {
      return new Lookup.Absent(left(entry));
    }
    String text = segment.text().substring(place.begun().length());
    Kind kind = file ? Kind.FILE : Kind.DIRECTORY;
    Optional<ObjectStat> stat = file ? entry.file() : entry.marker();
    return new Lookup.Found(tree.take(parent, place, DirEntry.of(kind, text, stat, entry.asked())));
  }

  /**
   * Returns how long a name may be taken for absent: for as long as the entry is valid, and no
   * longer than the volume's time for absent names.
   */
  private Duration left(PathEntry entry) {
    Duration valid = metadata.valid(entry);
    return valid.compareTo(options.negativeTtl()) < 0 ? valid : options.negativeTtl();
  }

  /** Looks up a directory of long names: it exists if a listing shows anything in it. */
  private Lookup part(Inode parent, DirectoryKey place, String name) {
    String text = FileNames.textOfPiece(name);
    DirectoryKey narrow = new DirectoryKey(place.prefix(), place.begun() + text, 0);
    Listing listing = Listing.of(store, metadata, narrow.prefix(), narrow.begun());
    for (Optional<Listing.Item> item = listing.next(); item.isPresent(); item = listing.next()) {
      FileNames.Segment segment = new FileNames.Segment(item.get().text(), item.get().beside());
      if (place.piece(segment).filter(name::equals).isPresent()) {
        DirEntry line = DirEntry.of(Kind.PART, text, Optional.empty(), item.get().asked());
        return new Lookup.Found(tree.take(parent, place, line));
      }
    }
    return new Lookup.Absent(options.negativeTtl());
  }

  /**
   * Applies {@code use} to the stat of a file: at once if it is being written or cached, else once
   * the store has answered.
   */
  public <T> Answer<T> file(Inode node, Function<ObjectStat, T> use) {
    Optional<StagedFile> own = openWrites.ofNode(node.id());
    if (own.isPresent()) {
      return Answer.now(use.apply(ObjectStat.of(own.get().view())));
    }
    String path = tree.path(node);
    Optional<ObjectStat> cached =
        metadata
            .cached(path)
            .flatMap(PathEntry::file)
            .filter(stat -> stat.version() == node.version());
    return cached.isPresent()
        ? Answer.now(use.apply(cached.get()))
        : Answer.later(() -> use.apply(asked(node.id(), path)));
  }

  /**
   * Returns the stat of a file that is about to be written, as it is in the bucket now, unless it
   * is being written already. Asks the store.
   *
   * @throws FsException {@code ESTALE} if there is another version by now, or none: the kernel then
   *     looks the name up again, and opens or creates what it finds
   */
  public ObjectStat newest(Inode node) {
    Optional<StagedFile> own = openWrites.ofNode(node.id());
    if (own.isPresent()) {
      return ObjectStat.of(own.get().view());
    }
    String path = tree.path(node);
    PathEntry entry = metadata.askAnew(path);
    if (entry.file().isEmpty() && openWrites.ofNode(node.id()).isEmpty()) {
      throw new FsException(Errno.ESTALE, path + " is not there any more");
    }
    return current(node.id(), entry);
  }

  /** Returns the entry of a name that is about to be created, not older than a moment. */
  public PathEntry newest(String path) {
    Optional<PathEntry> cached = metadata.cached(path);
    if (cached.isEmpty()) {
      return metadata.ask(path);
    }
    if (!cached.get().isNothing()) {
      return metadata.askAnew(path);
    }
    return metadata.age(cached.get()).compareTo(JUST_NOW) < 0
        ? cached.get()
        : metadata.askAnewOfAbsent(path);
  }

  /** Does as {@link #file}, but always on another thread, because {@code use} itself waits. */
  public <T> Answer<T> fileLater(Inode node, Function<ObjectStat, T> use) {
    return Answer.later(() -> file(node, use).await());
  }

  private ObjectStat asked(long id, String path) {
    return current(id, metadata.listed(path).orElseGet(() -> metadata.askOfKnown(path)));
  }

  private ObjectStat current(long id, PathEntry entry) {
    // This volume may have changed the file meanwhile.
    return openWrites
        .ofNode(id)
        .map(own -> ObjectStat.of(own.view()))
        .orElseGet(() -> stat(tree.node(id), entry));
  }

  /**
   * Applies {@code use} to the entry of a path: at once if it is cached, else once the store has
   * answered.
   */
  public <T> Answer<T> entry(String path, Function<PathEntry, T> use) {
    return entry(path, () -> false, use);
  }

  /** Does the same for a path at which something was before: see {@link Metadata#askOfKnown}. */
  public <T> Answer<T> entryOfKnown(String path, Function<PathEntry, T> use) {
    return entry(path, () -> true, use);
  }

  private <T> Answer<T> entry(String path, BooleanSupplier known, Function<PathEntry, T> use) {
    Optional<PathEntry> cached = metadata.cached(path).filter(entry -> isSure(path, entry, known));
    if (cached.isPresent()) {
      metadata.describing().used(path);
      return Answer.now(use.apply(cached.get()));
    }
    return Answer.later(() -> use.apply(metadata.listed(path).orElseGet(() -> ask(path, known))));
  }

  private PathEntry ask(String path, BooleanSupplier known) {
    return known.getAsBoolean() ? metadata.askOfKnown(path) : metadata.ask(path);
  }

  private boolean isSure(String path, PathEntry entry, BooleanSupplier known) {
    return !entry.isNothing() || !metadata.isAbsentByListing(path) || !known.getAsBoolean();
  }

  /**
   * Returns the stat of the version that a node stands for.
   *
   * @throws FsException {@code ENOENT} if there is no file any more, {@code ESTALE} if it is
   *     another version
   */
  private ObjectStat stat(Inode node, PathEntry entry) {
    if (node.kind() != Kind.FILE || entry.file().isEmpty()) {
      throw new FsException(Errno.ENOENT, tree.path(node) + " is not there any more");
    }
    ObjectStat stat = entry.file().get();
    if (stat.version() != node.version()) {
      throw new FsException(Errno.ESTALE, tree.path(node) + " was replaced");
    }
    return stat;
  }
}
