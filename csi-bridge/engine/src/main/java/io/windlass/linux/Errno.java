package io.windlass.linux;

import java.util.Optional;
import java.util.stream.Stream;

/** Error numbers of the Linux kernel, as the mount engine returns them. */
public enum Errno {
  EPERM(1),
  ENOENT(2),
  EINTR(4),
  EIO(5),
  ENXIO(6),
  E2BIG(7),
  EBADF(9),
  EAGAIN(11),
  ENOMEM(12),
  EACCES(13),
  EBUSY(16),
  EEXIST(17),
  EXDEV(18),
  ENODEV(19),
  ENOTDIR(20),
  EISDIR(21),
  EINVAL(22),
  EMFILE(24),
  EFBIG(27),
  ENOSPC(28),
  ESPIPE(29),
  EROFS(30),
  EMLINK(31),
  EPIPE(32),
  ERANGE(34),
  ENAMETOOLONG(36),
  ENOSYS(38),
  ENOTEMPTY(39),
  ELOOP(40),
  ENODATA(61),
  EPROTO(71),
  EOVERFLOW(75),
  EILSEQ(84),
  EMSGSIZE(90),
  ENOTSUP(95),
  ECONNABORTED(103),
  ECONNRESET(104),
  ENOTCONN(107),
  ETIMEDOUT(110),
  ESTALE(116),
  EDQUOT(122),
  ECANCELED(125);

  private final int number;

  Errno(int number) {
    this.number = number;
  }

  /** Returns the number: positive, and the same on all architectures that Windlass runs on. */
  public int number() {
    return number;
  }

  /** Returns the constant with this number, if there is one. */
  public static Optional<Errno> of(int number) {
    return Stream.of(values()).filter(errno -> errno.number == number).findAny();
  }
}
