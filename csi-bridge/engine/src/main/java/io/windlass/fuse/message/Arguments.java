package io.windlass.fuse.message;

import io.windlass.fuse.message.Request.BatchForget.Forgotten;
import io.windlass.linux.Errno;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Reads the arguments of each opcode (structs fuse_*_in). */
final class Arguments {
  private static final int KILL_SUIDGID = 1;
  private static final int MAX_FORGOTTEN = 1 << 16;

  private Arguments() {}

  /**
   * Reads the request whose arguments {@code in} holds. The session reads INIT and INTERRUPT
   * itself; for these an {@link IllegalArgumentException} is thrown.
   */
  static Request read(Opcode opcode, RequestHeader header, RequestReader in, boolean longSetxattr)
      throws MalformedException {
    return switch (opcode) {
      case LOOKUP -> new Request.Lookup(header, in.nameThere());
      case FORGET -> new Request.Forget(header, in.u64());
      case BATCH_FORGET -> batchForget(header, in);
      case GETATTR -> new Request.Getattr(header, handleIfFlagged(in));
      case STATX -> new Request.Statx(header, handleIfFlagged(in), in.u32(), in.u32());
      case SETATTR -> setattr(header, in);
      case READLINK -> new Request.Readlink(header);
      case SYMLINK -> new Request.Symlink(header, in.name(), in.text());
      case MKNOD -> mknod(header, in);
      case MKDIR -> mkdir(header, in);
      case UNLINK -> new Request.Unlink(header, in.nameThere());
      case RMDIR -> new Request.Rmdir(header, in.nameThere());
      case RENAME -> rename(header, in.u64(), 0, in);
      case RENAME2 -> rename2(header, in);
      case LINK -> new Request.Link(header, in.u64(), in.name());
      case OPEN -> new Request.Open(header, in.u32(), (in.u32() & KILL_SUIDGID) != 0);
      case CREATE -> create(header, in);
      case READ -> read(header, in);
      case WRITE -> write(header, in);
      case STATFS -> new Request.Statfs(header);
      case RELEASE -> release(header, in);
      case RELEASEDIR -> new Request.Releasedir(header, in.u64(), in.u32());
      case FSYNC -> new Request.Fsync(header, in.u64(), (in.u32() & 1) != 0);
      case FSYNCDIR -> new Request.Fsyncdir(header, in.u64(), (in.u32() & 1) != 0);
      case FLUSH -> flush(header, in);
      case SETXATTR -> setxattr(header, in, longSetxattr);
      case GETXATTR -> getxattr(header, in);
      case LISTXATTR -> new Request.Listxattr(header, in.size());
      case REMOVEXATTR -> new Request.Removexattr(header, in.text(Errno.ENODATA));
      case OPENDIR -> new Request.Opendir(header, in.u32());
      case READDIR -> new Request.Readdir(header, in.u64(), in.u64(), in.size());
      case READDIRPLUS -> new Request.Readdirplus(header, in.u64(), in.u64(), in.size());
      case ACCESS -> new Request.Access(header, in.u32());
      case FALLOCATE -> new Request.Fallocate(header, in.u64(), in.offset(), in.offset(), in.u32());
      case LSEEK -> new Request.Lseek(header, in.u64(), in.offset(), seek(in.u32()));
      case COPY_FILE_RANGE, COPY_FILE_RANGE_64 ->
          new Request.CopyFileRange(
              header,
              in.u64(),
              in.offset(),
              in.u64(),
              in.u64(),
              in.offset(),
              in.offset(),
              in.u64());
      case DESTROY -> new Request.Destroy(header);
      case INIT, INTERRUPT -> throw new IllegalArgumentException(opcode + " is the session's");
    };
  }

  private static Request batchForget(RequestHeader header, RequestReader in)
      throws MalformedException {
    int count = in.u32();
    in.skip(4);
    if (count < 0 || count > MAX_FORGOTTEN) {
      throw new MalformedException(Errno.EIO, count + " nodes to forget");
    }
    List<Forgotten> nodes = new ArrayList<>(Math.min(count, 1024));
    for (int i = 0; i < count; i++) {
      nodes.add(new Forgotten(in.u64(), in.u64()));
    }
    return new Request.BatchForget(header, List.copyOf(nodes));
  }

  /** Reads the fields that GETATTR and STATX begin with. Returns the handle, if its flag is set. */
  private static OptionalLong handleIfFlagged(RequestReader in) throws MalformedException {
    boolean flagged = (in.u32() & 1) != 0;
    in.skip(4);
    long handle = in.u64();
    return flagged ? OptionalLong.of(handle) : OptionalLong.empty();
  }

  private static Request setattr(RequestHeader header, RequestReader in) throws MalformedException {
    int valid = in.u32();
    in.skip(4);
    long handle = in.u64();
    long size = in.u64();
    in.skip(8);
    long[] seconds = {in.u64(), in.u64(), in.u64()};
    int[] nanos = {in.u32(), in.u32(), in.u32()};
    int mode = in.u32();
    in.skip(4);
    int uid = in.u32();
    int gid = in.u32();
    in.skip(4);
    if ((valid & 1 << 3) != 0 && size < 0) {
      throw new MalformedException(Errno.EINVAL, "a file size is negative");
    }
    Optional<Instant> changed =
        (valid & 1 << 10) != 0 ? Optional.of(time(seconds[2], nanos[2])) : Optional.empty();
    return new Request.Setattr(
        header,
        (valid & 1 << 6) != 0 ? OptionalLong.of(handle) : OptionalLong.empty(),
        new AttributeChanges(
            (valid & 1) != 0 ? OptionalInt.of(mode) : OptionalInt.empty(),
            (valid & 1 << 1) != 0 ? OptionalInt.of(uid) : OptionalInt.empty(),
            (valid & 1 << 2) != 0 ? OptionalInt.of(gid) : OptionalInt.empty(),
            (valid & 1 << 3) != 0 ? OptionalLong.of(size) : OptionalLong.empty(),
            setTime(valid, 1 << 4, 1 << 7, seconds[0], nanos[0]),
            setTime(valid, 1 << 5, 1 << 8, seconds[1], nanos[1]),
            changed,
            (valid & 1 << 11) != 0));
  }

  private static Optional<SetTime> setTime(int valid, int set, int now, long seconds, int nanos)
      throws MalformedException {
    if ((valid & set) == 0) {
      return Optional.empty();
    }
    return Optional.of(
        (valid & now) != 0 ? new SetTime.Now() : new SetTime.At(time(seconds, nanos)));
  }

  private static Instant time(long seconds, int nanos) throws MalformedException {
    if (nanos < 0
        || nanos > 999_999_999
        || seconds < Instant.MIN.getEpochSecond()
        || seconds > Instant.MAX.getEpochSecond()) {
      throw new MalformedException(Errno.EINVAL, "a time is out of range");
    }
    return Instant.ofEpochSecond(seconds, nanos);
  }

  private static Request mknod(RequestHeader header, RequestReader in) throws MalformedException {
    int mode = in.u32();
    int rdev = in.u32();
    int umask = in.u32();
    in.skip(4);
    return new Request.Mknod(header, in.name(), mode, rdev, umask);
  }

  private static Request mkdir(RequestHeader header, RequestReader in) throws MalformedException {
    int mode = in.u32();
    int umask = in.u32();
    return new Request.Mkdir(header, in.name(), mode, umask);
  }

  private static Request rename2(RequestHeader header, RequestReader in) throws MalformedException {
    long newParent = in.u64();
    int flags = in.u32();
    in.skip(4);
    return rename(header, newParent, flags, in);
  }

  private static Request rename(RequestHeader header, long newParent, int bits, RequestReader in)
      throws MalformedException {
    Set<RenameFlag> flags = EnumSet.noneOf(RenameFlag.class);
    int left = bits;
    for (RenameFlag flag : RenameFlag.values()) {
      if ((bits & flag.mask()) != 0) {
        flags.add(flag);
        left &= ~flag.mask();
      }
    }
    if (left != 0) {
      throw new MalformedException(Errno.EINVAL, "rename has flags that are not known");
    }
    return new Request.Rename(header, in.nameThere(), newParent, in.name(), Set.copyOf(flags));
  }

  private static Request create(RequestHeader header, RequestReader in) throws MalformedException {
    int flags = in.u32();
    int mode = in.u32();
    int umask = in.u32();
    boolean dropSetId = (in.u32() & KILL_SUIDGID) != 0;
    return new Request.Create(header, in.name(), flags, mode, umask, dropSetId);
  }

  private static Request read(RequestHeader header, RequestReader in) throws MalformedException {
    long handle = in.u64();
    long offset = in.offset();
    int size = in.size();
    boolean owned = (in.u32() & 1 << 1) != 0;
    long owner = in.u64();
    int flags = in.u32();
    in.skip(4);
    return new Request.Read(
        header, handle, offset, size, flags, owned ? OptionalLong.of(owner) : OptionalLong.empty());
  }

  private static Request write(RequestHeader header, RequestReader in) throws MalformedException {
    long handle = in.u64();
    long offset = in.offset();
    int size = in.size();
    int writeFlags = in.u32();
    long owner = in.u64();
    int flags = in.u32();
    in.skip(4);
    return new Request.Write(
        header,
        handle,
        offset,
        in.rest(size),
        flags,
        (writeFlags & 1) != 0,
        (writeFlags & 1 << 1) != 0 ? OptionalLong.of(owner) : OptionalLong.empty(),
        (writeFlags & 1 << 2) != 0);
  }

  private static Request release(RequestHeader header, RequestReader in) throws MalformedException {
    long handle = in.u64();
    int flags = in.u32();
    int releaseFlags = in.u32();
    long owner = in.u64();
    return new Request.Release(
        header, handle, flags, owner, (releaseFlags & 1) != 0, (releaseFlags & 2) != 0);
  }

  private static Request flush(RequestHeader header, RequestReader in) throws MalformedException {
    long handle = in.u64();
    in.skip(8);
    return new Request.Flush(header, handle, in.u64());
  }

  private static Request setxattr(RequestHeader header, RequestReader in, boolean longForm)
      throws MalformedException {
    int size = in.size();
    int flags = in.u32();
    in.skip(longForm ? 8 : 0);
    String name = in.text();
    return new Request.Setxattr(header, name, in.rest(size), flags);
  }

  private static Request getxattr(RequestHeader header, RequestReader in)
      throws MalformedException {
    int size = in.size();
    in.skip(4);
    return new Request.Getxattr(header, in.text(Errno.ENODATA), size);
  }

  private static SeekKind seek(int whence) throws MalformedException {
    return switch (whence) {
      case 3 -> SeekKind.DATA;
      case 4 -> SeekKind.HOLE;
      default -> throw new MalformedException(Errno.EINVAL, "lseek for " + whence);
    };
  }
}
