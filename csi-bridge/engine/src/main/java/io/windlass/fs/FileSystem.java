package io.windlass.fs;

import io.windlass.fs.key.FileNames;
import io.windlass.fs.read.ReadSlices;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalLong;

/**
 * One volume: a tree of files over a bucket, with one method for each operation of a file system. A
 * method answers at once if it can (see {@link Answer}). Methods and the work of later answers
 * throw {@link FsException}.
 *
 * <p>Nodes and handles outlive the process: a process that opens the same state directory again
 * finds the same ones, with the same lookup counts. A node refers to one version of an object: when
 * another client replaces the object, its name leads to another node, and operations that need more
 * of the old one fail with {@code ESTALE}. Names and keys: see {@link FileNames}.
 *
 * <p>Safe for use by any number of threads.
 */
public interface FileSystem extends AutoCloseable {
  /** Node of the root directory. It is never forgotten. */
  long ROOT = 1;

  /**
   * Looks up {@code name} in a directory. Each {@link Lookup.Found} adds one to the node's lookup
   * count until {@link #forget} lowers it, even if the answer could not be delivered.
   */
  Answer<Lookup> lookup(long parent, String name);

  /** Lowers a node's lookup count by {@code lookups}. Unknown nodes are ignored. */
  void forget(long node, long lookups);

  /**
   * Returns the attributes of a node; with a handle, those of the version that it was opened with.
   */
  Answer<Known> getattr(long node, OptionalLong handle);

  /**
   * Opens a file, in the version that the node refers to.
   *
   * @param flags flags of open(2)
   */
  Answer<OpenFile> open(long node, int flags, RequestId request);

  /**
   * Reads up to {@code size} bytes; fewer only at the end of the file. The caller closes the slices
   * when it has copied or sent them.
   */
  Answer<ReadSlices> read(long handle, long offset, int size);

  /**
   * Closes a file handle, at once. Unknown handles are ignored. The work of a later answer takes
   * care of what was written, so it must be run.
   */
  Answer<Done> release(long handle);

  /** Opens a directory for listing, and returns a handle. Fails if it cannot be listed. */
  Answer<Long> opendir(long node, RequestId request);

  /**
   * Opens a directory for a program that may not list it, as df and fsync of a directory do. Asks
   * the store for nothing; so an error of the listing comes when it is read.
   */
  Answer<Long> opendirUnread(long node, RequestId request);

  /**
   * Lists a directory into {@code sink} until that is full or the end is reached; no entry added
   * means the end.
   *
   * @param offset 0 for the beginning, or {@link DirectoryItem#next} of an entry of the same handle
   * @param nodes whether entries come with nodes. At the beginning, where the kernel asks for them
   *     whatever the program wants, only those come with one of which everything is known
   */
  Answer<Done> readdir(long handle, long offset, boolean nodes, DirectoryItem.Sink sink);

  /** Closes a directory handle. Unknown handles are ignored. */
  void releasedir(long handle);

  /** Returns the target of a symbolic link. */
  Answer<String> readlink(long node);

  /** Returns the value of an extended attribute; {@code ENODATA} if it does not exist. */
  Answer<byte[]> getxattr(long node, String name);

  /** Returns the names of the extended attributes. */
  Answer<List<String>> listxattr(long node);

  /**
   * Checks whether a user may access a node; {@code EACCES} if the mode does not allow it, {@code
   * EROFS} for any write.
   *
   * @param mask R_OK (4), W_OK (2) and X_OK (1) of access(2), or 0 for existence
   */
  Answer<Done> access(long node, int uid, int gid, int mask);

  /** Creates a file and opens it. Opens an existing file unless O_EXCL forbids it. */
  Answer<Created> create(
      long parent, String name, int flags, int mode, Caller caller, RequestId request);

  /** Creates a file without opening it; {@code EPERM} if it is not a regular file. */
  Answer<Node> mknod(long parent, String name, int mode, Caller caller, RequestId request);

  /** Creates a directory. */
  Answer<Node> mkdir(long parent, String name, int mode, Caller caller, RequestId request);

  /** Creates a symbolic link. */
  Answer<Node> symlink(long parent, String name, String target, Caller caller, RequestId request);

  /** Removes a file. Programs that have it open can still use it. */
  Answer<Done> unlink(long parent, String name, RequestId request);

  /** Removes a directory; {@code ENOTEMPTY} unless it is empty. */
  Answer<Done> rmdir(long parent, String name, RequestId request);

  /**
   * Renames a file or directory.
   *
   * @param replace whether an existing file or directory of the new name is replaced; otherwise
   *     {@code EEXIST}
   */
  Answer<Done> rename(
      long parent, String name, long newParent, String newName, boolean replace, RequestId request);

  /** Changes length, times, mode or owner. */
  Answer<Known> setattr(long node, Changes changes);

  /**
   * Writes all of {@code data}, which stays in use until the answer. The bytes are in the bucket
   * after {@link #publish}.
   */
  Answer<Done> write(long handle, long offset, MemorySegment data);

  /**
   * Publishes to the bucket all that was written to a file through any of its handles, as fsync(2)
   * and close(2) require; {@code ESTALE} if another client changed the object.
   */
  Answer<Done> publish(long handle);

  /**
   * Publishes the file like {@link #publish}, for fsync(2), which may come through a handle for
   * reading.
   */
  Answer<Done> sync(long handle);

  /** Allocates or clears a range like fallocate(2), for the modes that are supported. */
  Answer<Done> fallocate(long handle, long offset, long length, int mode);

  /**
   * Copies a range within the server, like copy_file_range(2); {@code ENOTSUP} if the bytes have to
   * be copied by the client.
   *
   * @return number of bytes copied; at most what fits into 32 bits, even if more was asked for
   */
  Answer<Long> copy(long from, long offset, long to, long toOffset, long length);

  /** Finds data or a hole like lseek(2); {@code ENXIO} if there is none. */
  Answer<Long> seek(long handle, long offset, boolean hole);

  /**
   * Sets an extended attribute.
   *
   * @param flags XATTR_CREATE (1), XATTR_REPLACE (2)
   */
  Answer<Done> setxattr(long node, String name, byte[] value, int flags, RequestId request);

  /** Removes an extended attribute; {@code ENODATA} if it does not exist. */
  Answer<Done> removexattr(long node, String name, RequestId request);

  /** Returns the capacity and the free space. */
  Answer<Space> statfs();

  /**
   * Stops reading ahead and frees the buffers. The state directory stays as it is, to be opened
   * again.
   */
  @Override
  void close();
}
