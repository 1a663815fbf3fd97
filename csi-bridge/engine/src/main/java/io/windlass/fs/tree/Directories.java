package io.windlass.fs.tree;

import io.windlass.error.DriverException;
import io.windlass.fs.Answer;
import io.windlass.fs.Attributes;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.Done;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Node;
import io.windlass.fs.RequestId;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.inode.HandleTable;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.inode.Kind;
import io.windlass.fs.inode.StateDirectory;
import io.windlass.fs.key.DirectoryKey;
import io.windlass.fs.listing.Describing;
import io.windlass.fs.listing.Metadata;
import io.windlass.fs.open.OpenWrites;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.fs.posix.StatMapper;
import io.windlass.linux.Errno;
import io.windlass.object.Revision;
import io.windlass.store.ObjectStore;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Open directories and the reading of their lines. */
public final class Directories {
  private static final String HERE = ".";
  private static final String ABOVE = "..";

  private final ObjectStore store;
  private final VolumeOptions options;
  private final HandleTable handles;
  private final InodeTable inodes;
  private final Tree tree;
  private final Metadata metadata;
  private final OpenWrites openWrites;
  private final StatMapper statMapper;
  private final Describing describing;
  private final Map<Long, Open> open = new ConcurrentHashMap<>();

  public Directories(
      ObjectStore store,
      VolumeOptions options,
      StateDirectory state,
      Tree tree,
      StatMapper statMapper,
      Metadata metadata,
      OpenWrites openWrites) {
    this.store = store;
    this.openWrites = openWrites;
    this.options = options;
    this.handles = state.handles();
    this.inodes = state.inodes();
    this.tree = tree;
    this.metadata = metadata;
    this.statMapper = statMapper;
    this.describing = metadata.describing();
  }

  private record Open(Inode node, DirectoryKey place, DirectoryStream stream) {}

  /**
   * Opens a directory. Reads its first page now, unless its listing is known: programs check
   * whether opening fails, while many take a failure to read for the end of the directory.
   */
  public Answer<Long> open(Inode node, RequestId request) {
    DirectoryKey place = tree.place(node);
    long id = openUnread(node, request);
    return metadata.listings().knows(place)
        ? Answer.now(id)
        : Answer.later(() -> {
          try {
            open.computeIfAbsent(id, this::reopen).stream.begin();
            return id;
          } catch (DriverException e) {
            release(id);
            throw e;
          }
        });
  }

  /** Opens a directory without reading anything. */
  public long openUnread(Inode node, RequestId request) {
    if (request.repeated()) {
      Optional<HandleTable.Handle> before = handles.openedBy(node.id(), request.number());
      if (before.isPresent()) {
        return before.get().id();
      }
    }
    return handles
        .add(
            new HandleTable.Handle(
                0, node.id(), Revision.NONE, 0, 0, HandleTable.DIRECTORY, request.number()))
        .id();
  }

  /** Returns the directory that is open under a handle, as it is named now. */
  public Inode node(long id) {
    HandleTable.Handle handle =
        handles
            .get(id)
            .filter(HandleTable.Handle::isDirectory)
            .orElseThrow(() -> new FsException(Errno.EBADF, "no open directory " + id));
    return tree.node(handle.node());
  }

  /**
   * Reads lines of an open directory. If the directory has been renamed since the last read, reads
   * on at its new name.
   *
   * @param settled whether no rename around the directory is under way. If one is, the answer comes
   *     later, and its work must begin after the rename.
   */
  public Answer<Done> read(
      long id, long offset, boolean nodes, boolean settled, DirectoryItem.Sink sink) {
    // The kernel asks for nodes at the beginning of every directory, and after that if a program
    // has looked up what was listed before.
    boolean described = nodes && offset > 0 && options.objectMetadata();
    Giver giver = new Giver(current(id), nodes, described, sink);
    if (offset >= 0 && offset < DOTS && !giver.dots(offset)) {
      return Answer.now(Done.DONE);
    }
    long from = Math.max(0, offset - DOTS);
    if (settled && giver.listing.stream.tryRead(from, giver)) {
      return Answer.now(Done.DONE);
    }
    return Answer.later(() -> {
      if (!settled) {
        // A page that was asked for during the rename lacks what had been moved.
        open.remove(id);
      }
      Open listing = current(id);
      listing.stream.read(from, new Giver(listing, nodes, described, sink));
      return Done.DONE;
    });
  }

  private Open current(long id) {
    Open listing = open.computeIfAbsent(id, this::reopen);
    if (listing.place.equals(tree.place(tree.node(listing.node.id())))) {
      return listing;
    }
    open.remove(id, listing);
    return open.computeIfAbsent(id, this::reopen);
  }

  private Open reopen(long id) {
    Inode node = node(id);
    DirectoryKey place = tree.place(node);
    return new Open(
        node, place, new DirectoryStream(store, metadata, openWrites, handles, id, place));
  }

  public void release(long id) {
    handles.remove(id);
    open.remove(id);
  }

  /** Offset of the last of {@code .} and {@code ..}, which come first at 1 and 2; lines follow. */
  private static final long DOTS = 2;

  /** Converts lines to items and adds them to the caller's sink. */
  private final class Giver implements DirectoryStream.Sink {
    private final Open listing;
    private final boolean nodes;

    /** Whether what a listing does not tell of its lines is asked for. */
    private final boolean described;

    private final DirectoryItem.Sink sink;

    Giver(Open listing, boolean nodes, boolean described, DirectoryItem.Sink sink) {
      this.listing = listing;
      this.nodes = nodes;
      this.described = described;
      this.sink = sink;
    }

    boolean dots(long offset) {
      Inode node = listing.node;
      long above = node.id() == FileSystem.ROOT ? node.ino() : tree.node(node.parent()).ino();
      return (offset > 0 || dot(HERE, 1, node.ino())) && dot(ABOVE, 2, above);
    }

    private boolean dot(String name, long next, long ino) {
      return sink.add(new DirectoryItem(name, next, ino, Attributes.DIRECTORY, Optional.empty()));
    }

    @Override
    public boolean add(DirEntry line) {
      Optional<Node> node = nodes ? take(line) : Optional.empty();
      int type =
          node.map(found -> found.attributes().mode() & Attributes.TYPE_MASK)
              .orElseGet(() -> type(line));
      long ino =
          node.map(found -> found.attributes().ino())
              .orElseGet(() -> tree.ino(listing.node, listing.place, line));
      boolean taken = sink.add(new DirectoryItem(line.name(), line.next() + DOTS, ino, type, node));
      if (!taken) {
        node.ifPresent(unused -> inodes.forget(unused.id(), 1));
      }
      return taken;
    }

    @Override
    public boolean wantsAhead() {
      return described;
    }

    @Override
    public void ahead(DirEntry line) {
      if (lacksMetadata(line)) {
        describing.ahead(asked(line));
      }
    }

    /** Returns the type of a line of which no node is known; 0 if a lookup has to tell it. */
    private int type(DirEntry line) {
      return line.kind() == Kind.FILE
          ? openWrites
              .at(path(line))
              .map(own -> ObjectStat.of(own.view()))
              .or(() -> describing.known(asked(line)))
              .or(line::stat)
              .map(statMapper::type)
              .orElse(0)
          : Attributes.DIRECTORY;
    }

    /**
     * Returns the node of a line; empty if it has metadata that are not known, so that the kernel
     * looks the name up when a program asks for more than the name.
     */
    private Optional<Node> take(DirEntry line) {
      if (!lacksMetadata(line)) {
        return Optional.of(tree.take(listing.node, listing.place, line));
      }
      Describing.Asked what = asked(line);
      return (described ? describing.stat(what) : describing.known(what))
          .map(stat -> tree.take(listing.node, listing.place, line.with(stat)));
    }

    private boolean lacksMetadata(DirEntry line) {
      return options.objectMetadata()
          && switch (line.kind()) {
            case FILE ->
                line.stat().filter(stat -> stat.metadata().isEmpty()).isPresent()
                    && openWrites.at(path(line)).isEmpty();
            case DIRECTORY -> line.stat().isEmpty();
            case PART -> false;
          };
    }

    private Describing.Asked asked(DirEntry line) {
      return new Describing.Asked(line.kind(), path(line));
    }

    private String path(DirEntry line) {
      return listing.place.prefix() + listing.place.begun() + line.text();
    }
  }
}
