package io.windlass.fs.tree;

import io.windlass.fs.Attributes;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.Node;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.inode.Inode;
import io.windlass.fs.inode.InodeTable;
import io.windlass.fs.inode.Kind;
import io.windlass.fs.key.DirectoryKey;
import io.windlass.fs.key.FileNames;
import io.windlass.fs.key.Hash;
import io.windlass.fs.listing.Metadata;
import io.windlass.fs.open.OpenWrites;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.fs.posix.StatMapper;
import io.windlass.fs.staging.StagedFile;
import io.windlass.linux.Errno;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Tree of nodes, and their paths in the bucket. */
public final class Tree {
  private final InodeTable inodes;
  private final String prefix;
  private final StatMapper statMapper;
  private final Metadata metadata;
  private final OpenWrites openWrites;

  public Tree(
      InodeTable inodes,
      VolumeOptions options,
      StatMapper statMapper,
      Metadata metadata,
      OpenWrites openWrites) {
    this.inodes = inodes;
    this.prefix = options.prefix();
    this.statMapper = statMapper;
    this.metadata = metadata;
    this.openWrites = openWrites;
  }

  /**
   * Returns the node of this id.
   *
   * @throws FsException {@code ESTALE} if there is no such node any more
   */
  public Inode node(long id) {
    return inodes
        .get(id)
        .orElseThrow(() -> new FsException(Errno.ESTALE, "node %d is not known".formatted(id)));
  }

  /**
   * Returns the directory of this id, which may be one of long names.
   *
   * @throws FsException {@code ESTALE} if there is no such node any more, {@code ENOTDIR} if it is
   *     a file
   */
  public Inode directory(long id) {
    Inode node = node(id);
    if (node.kind() == Kind.FILE) {
      throw new FsException(Errno.ENOTDIR, path(node) + " is a file");
    }
    return node;
  }

  /**
   * Returns the path of a node in the bucket: the key of a file, or the prefix of a directory
   * without its last slash.
   */
  public String path(Inode node) {
    Deque<String> parts = new ArrayDeque<>();
    Inode at = node;
    while (at.id() != FileSystem.ROOT) {
      parts.push(at.text());
      at = node(at.parent());
      if (at.kind() == Kind.DIRECTORY && at.id() != FileSystem.ROOT) {
        parts.push("/");
      }
    }
    return prefix + String.join("", parts);
  }

  /** Returns the path of a name in a directory; that of the directory if the name has none. */
  public String path(long directory, String name) {
    DirectoryKey place = place(directory(directory));
    return place.prefix() + place.segment(name).map(FileNames.Segment::text).orElse(place.begun());
  }

  /** Returns the place in the bucket of the files and directories in a directory. */
  public DirectoryKey place(Inode directory) {
    String begun = "";
    int depth = 0;
    Inode at = directory;
    while (at.kind() == Kind.PART) {
      begun = at.text() + begun;
      depth++;
      at = node(at.parent());
    }
    return new DirectoryKey(at.id() == FileSystem.ROOT ? prefix : path(at) + "/", begun, depth);
  }

  /** Returns whether the kernel knows a file or directory by this name. */
  boolean isKnown(Inode parent, String text) {
    return inodes.find(parent.id(), Kind.DIRECTORY, text).isPresent()
        || inodes.find(parent.id(), Kind.FILE, text).isPresent();
  }

  /** Returns the node of a file or directory, made if it is new; counts a lookup. */
  public Node take(Inode parent, DirectoryKey place, DirEntry line) {
    String path = place.prefix() + place.begun() + line.text();
    if (line.kind() == Kind.FILE) {
      Optional<Node> own = openWrites.at(path).map(this::again);
      if (own.isPresent()) {
        return own.get();
      }
    }
    Optional<ObjectStat> file = line.stat().filter(_ -> line.kind() == Kind.FILE);
    long version = file.map(ObjectStat::version).orElse(0L);
    Inode inode =
        inodes.take(parent.id(), line.kind(), line.text(), version, () -> ino(path, line.kind()));
    Attributes attributes =
        file.map(stat -> statMapper.file(inode.ino(), stat))
            .orElseGet(() ->
                line.kind() == Kind.PART
                    ? statMapper.directory(inode.ino(), place.prefix(), Optional.empty())
                    : statMapper.directory(inode.ino(), path + "/", line.stat()));
    return new Node(inode.id(), inode.generation(), attributes, metadata.valid(line.asked()));
  }

  /** Returns the node of a file that is being written; counts a lookup. */
  Node again(StagedFile file) {
    return describe(inodes.again(file.id().node()), ObjectStat.of(file.view()));
  }

  /**
   * Returns the node of a file with these attributes, which are valid for the volume's time to
   * live.
   */
  public Node describe(Inode inode, ObjectStat stat) {
    return new Node(
        inode.id(),
        inode.generation(),
        statMapper.file(inode.ino(), stat),
        metadata.valid(metadata.now()));
  }

  /**
   * Returns the place in the bucket of a name in a directory.
   *
   * @throws FsException {@code EINVAL} if no file or directory can have this name, {@code
   *     ENAMETOOLONG} if the name or its key is too long; those of {@link #directory}
   */
  public NameRef ref(long id, String name) {
    Inode parent = directory(id);
    if (FileNames.bytes(name) > FileNames.LONGEST) {
      throw new FsException(Errno.ENAMETOOLONG, "a name of more than 255 bytes");
    }
    DirectoryKey place = place(parent);
    FileNames.Segment segment =
        Optional.of(name)
            .filter(each -> !FileNames.goesOn(each))
            .flatMap(place::segment)
            .orElseThrow(() ->
                new FsException(
                    Errno.EINVAL, "this name contains %~, which is reserved for escapes"));
    String path = place.prefix() + segment.text();
    if (FileNames.bytes(path) >= Metadata.LONGEST_KEY) {
      throw new FsException(Errno.ENAMETOOLONG, "a key of more than 1024 bytes");
    }
    return new NameRef(parent, place, path, segment.text().substring(place.begun().length()));
  }

  /** Makes a node for a new file or directory; counts a lookup. */
  public Inode fresh(Inode parent, Kind kind, String path, String text) {
    return inodes.fresh(parent.id(), kind, text, () -> ino(path, kind));
  }

  /** Returns the inode number of a node that exists or would be made. */
  long ino(Inode parent, DirectoryKey place, DirEntry line) {
    return inodes
        .find(parent.id(), line.kind(), line.text())
        .map(Inode::ino)
        .orElseGet(() -> ino(place.prefix() + place.begun() + line.text(), line.kind()));
  }

  /**
   * Returns the inode number of a new node: that of its path, so that it is the same on every node
   * and after every mount; another while a file that was at the path before has that one.
   */
  private long ino(String path, Kind kind) {
    long ino = Hash.of(kind.label() + path);
    while (inodes.isTaken(ino)) {
      ino = Hash.of(ino + path);
    }
    return ino;
  }
}
