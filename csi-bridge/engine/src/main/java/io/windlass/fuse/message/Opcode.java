package io.windlass.fuse.message;

import java.util.Optional;

/** Opcodes of the requests that the driver understands (enum fuse_opcode). */
public enum Opcode {
  LOOKUP(1),
  FORGET(2),
  GETATTR(3),
  SETATTR(4),
  READLINK(5),
  SYMLINK(6),
  MKNOD(8),
  MKDIR(9),
  UNLINK(10),
  RMDIR(11),
  RENAME(12),
  LINK(13),
  OPEN(14),
  READ(15),
  WRITE(16),
  STATFS(17),
  RELEASE(18),
  FSYNC(20),
  SETXATTR(21),
  GETXATTR(22),
  LISTXATTR(23),
  REMOVEXATTR(24),
  FLUSH(25),
  INIT(26),
  OPENDIR(27),
  READDIR(28),
  RELEASEDIR(29),
  FSYNCDIR(30),
  ACCESS(34),
  CREATE(35),
  INTERRUPT(36),
  DESTROY(38),
  BATCH_FORGET(42),
  FALLOCATE(43),
  READDIRPLUS(44),
  RENAME2(45),
  LSEEK(46),
  COPY_FILE_RANGE(47),
  STATX(52),
  COPY_FILE_RANGE_64(53);

  private static final Opcode[] BY_NUMBER = new Opcode[64];

  static {
    for (Opcode opcode : values()) {
      BY_NUMBER[opcode.number] = opcode;
    }
  }

  private final int number;

  Opcode(int number) {
    this.number = number;
  }

  /** Returns the number on the wire. */
  public int number() {
    return number;
  }

  /** Returns the opcode with this number; empty if the driver does not know it. */
  public static Optional<Opcode> of(int number) {
    return number >= 0 && number < BY_NUMBER.length
        ? Optional.ofNullable(BY_NUMBER[number])
        : Optional.empty();
  }
}
