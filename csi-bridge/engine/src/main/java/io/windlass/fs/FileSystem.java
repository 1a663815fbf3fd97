package io.windlass.fs;

import io.windlass.fs.key.FileNames;
import io.windlass.fs.read.ReadSlices;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalLong;

/**
 * One volume: a tree of files over a bucket. One method for each operation of a file system; each
 * answers at once where it can (see {@link Answer}) and throws {@link FsException}, also from the
 * work of an answer that comes later.
 *
 * <p>Nodes and handles outlive the process: who opens the same state directory again has the same
 * ones, with the same lookup counts. A node stands for one version of an object: when an object is
 * replaced from elsewhere, its name leads to another node, and what is left of the old one answers
 * {@code ESTALE}. Names and keys: see {@link FileNames}.
 *
 * <p>Safe for use by any number of threads.
 */
public interface FileSystem extends AutoCloseable {
  /** The node that is the top of the tree. It is never forgotten. */
  long ROOT = 1;

  /** What the volume was opened with. */
  VolumeOptions options();

  /**
   * Finds {@code name} in a directory. Each {@link Lookup.Found} counts until it is given back with
   * {@link #forget}; so does one that could not be delivered.
   */
  Answer<Lookup> lookup(long parent, String name);

  /** Gives back {@code lookups} of a node's count. Nodes that are not known are ignored. */
  void forget(long node, long lookups);

  /** Describes a node; with a handle, the version that it was opened with. */
  Answer<Known> getattr(long node, OptionalLong handle);

  /**
   * Opens a file, in the version that the node stands for.
   *
   * @param flags of open(2)
   */
  Answer<OpenFile> open(long node, int flags, RequestId request);

  /**
   * Reads up to {@code size} bytes; fewer only at the end of the file. The caller closes the slices
   * when it has copied or sent them.
   */
  Answer<ReadSlices> read(long handle, long offset, int size);

  /**
   * Ends the use of a file handle, at once. Handles that are not known are ignored. An answer that
   * comes later sees to what was written: its work is to be done, too.
   */
  Answer<Done> release(long handle);

  /** Opens a directory for listing; answers with a handle. */
  Answer<Long> opendir(long node, RequestId request);

  /**
   * Lists a directory into {@code sink} until that is full or the end is reached; nothing added
   * means the end.
   *
   * @param offset 0 for the beginning, or {@link DirectoryItem#next} of a line of the same handle
   * @param nodes whether lines come with nodes
   */
  Answer<Done> readdir(long handle, long offset, boolean nodes, DirectoryItem.Sink sink);

  /** Ends the use of a directory handle. Handles that are not known are ignored. */
  void releasedir(long handle);

  /** The target of a symbolic link. */
  Answer<String> readlink(long node);

  /** The value of an extended attribute; {@code ENODATA} if there is none. */
  Answer<byte[]> getxattr(long node, String name);

  /** The names of the extended attributes. */
  Answer<List<String>> listxattr(long node);

  /**
   * Whether a user may do something to a node, {@code EACCES} or {@code EROFS} if not.
   *
   * @param mask R_OK (4), W_OK (2) and X_OK (1) of access(2), or 0 for existence
   */
  Answer<Done> access(long node, int uid, int gid, int mask);

  /** Makes a file and opens it; opens the one that is there unless O_EXCL forbids it. */
  Answer<Created> create(
      long parent, String name, int flags, int mode, Caller caller, RequestId request);

  /** Makes a file without opening it; {@code EPERM} for what is no regular file. */
  Answer<Node> mknod(long parent, String name, int mode, Caller caller, RequestId request);

  /** Makes a directory. */
  Answer<Node> mkdir(long parent, String name, int mode, Caller caller, RequestId request);

  /** Makes a symbolic link. */
  Answer<Node> symlink(long parent, String name, String target, Caller caller, RequestId request);

  /** Removes a file; who has it open goes on with it. */
  Answer<Done> unlink(long parent, String name, RequestId request);

  /** Removes a directory; {@code ENOTEMPTY} unless nothing is in it. */
  Answer<Done> rmdir(long parent, String name, RequestId request);

  /**
   * Renames a file or directory.
   *
   * @param replace whether what has the new name is replaced; else it is {@code EEXIST}
   */
  Answer<Done> rename(
      long parent, String name, long newParent, String newName, boolean replace, RequestId request);

  /** Changes length, time, mode or owner. */
  Answer<Known> setattr(long node, Changes changes);

  /**
   * Writes all of {@code data}, which may be used until the answer is there. The bucket has it
   * after {@link #publish}.
   */
  Answer<Done> write(long handle, long offset, MemorySegment data);

  /**
   * Has the bucket have all that was written to a file through any of its handles, as fsync(2) and
   * close(2) want it; {@code ESTALE} if the object was changed elsewhere.
   */
  Answer<Done> publish(long handle);

  /** The same for fsync(2), which may come through a handle for reading. */
  Answer<Done> sync(long handle);

  /** As fallocate(2), for the modes that it has. */
  Answer<Done> fallocate(long handle, long offset, long length, int mode);

  /**
   * Copies within the server, as copy_file_range(2); {@code ENOTSUP} where bytes have to be copied.
   *
   * @return how many bytes were copied; not more than 32 bits can say, however much was asked for
   */
  Answer<Long> copy(long from, long offset, long to, long toOffset, long length);

  /** As lseek(2) for data or a hole; {@code ENXIO} if there is none. */
  Answer<Long> seek(long handle, long offset, boolean hole);

  /**
   * Sets an extended attribute.
   *
   * @param flags XATTR_CREATE (1), XATTR_REPLACE (2)
   */
  Answer<Done> setxattr(long node, String name, byte[] value, int flags, RequestId request);

  /** Removes an extended attribute; {@code ENODATA} if there is none. */
  Answer<Done> removexattr(long node, String name, RequestId request);

  /** How much room there is. */
  Answer<Space> statfs();

  /**
   * Stops reading ahead and gives buffers back. The state directory stays as it is, to be opened
   * again.
   */
  @Override
  void close();
}
