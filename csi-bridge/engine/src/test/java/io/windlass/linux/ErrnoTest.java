package io.windlass.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ErrnoTest {

  /** As in asm-generic/errno-base.h and asm-generic/errno.h. */
  @Test
  void numbersAreThoseOfLinux() {
    assertThat(Stream.of(Errno.values()))
        .allSatisfy(errno -> assertThat(errno.number()).isEqualTo(LINUX.get(errno)))
        .hasSameSizeAs(LINUX.keySet());
  }

  private static final Map<Errno, Integer> LINUX =
      Map.ofEntries(
          Map.entry(Errno.EPERM, 1),
          Map.entry(Errno.ENOENT, 2),
          Map.entry(Errno.EINTR, 4),
          Map.entry(Errno.EIO, 5),
          Map.entry(Errno.ENXIO, 6),
          Map.entry(Errno.E2BIG, 7),
          Map.entry(Errno.EBADF, 9),
          Map.entry(Errno.EAGAIN, 11),
          Map.entry(Errno.ENOMEM, 12),
          Map.entry(Errno.EACCES, 13),
          Map.entry(Errno.EBUSY, 16),
          Map.entry(Errno.EEXIST, 17),
          Map.entry(Errno.EXDEV, 18),
          Map.entry(Errno.ENODEV, 19),
          Map.entry(Errno.ENOTDIR, 20),
          Map.entry(Errno.EISDIR, 21),
          Map.entry(Errno.EINVAL, 22),
          Map.entry(Errno.EMFILE, 24),
          Map.entry(Errno.EFBIG, 27),
          Map.entry(Errno.ENOSPC, 28),
          Map.entry(Errno.ESPIPE, 29),
          Map.entry(Errno.EROFS, 30),
          Map.entry(Errno.EMLINK, 31),
          Map.entry(Errno.EPIPE, 32),
          Map.entry(Errno.ERANGE, 34),
          Map.entry(Errno.ENAMETOOLONG, 36),
          Map.entry(Errno.ENOSYS, 38),
          Map.entry(Errno.ENOTEMPTY, 39),
          Map.entry(Errno.ELOOP, 40),
          Map.entry(Errno.ENODATA, 61),
          Map.entry(Errno.EPROTO, 71),
          Map.entry(Errno.EOVERFLOW, 75),
          Map.entry(Errno.EILSEQ, 84),
          Map.entry(Errno.EMSGSIZE, 90),
          Map.entry(Errno.ENOTSUP, 95),
          Map.entry(Errno.ECONNABORTED, 103),
          Map.entry(Errno.ECONNRESET, 104),
          Map.entry(Errno.ENOTCONN, 107),
          Map.entry(Errno.ETIMEDOUT, 110),
          Map.entry(Errno.ESTALE, 116),
          Map.entry(Errno.EDQUOT, 122),
          Map.entry(Errno.ECANCELED, 125));
}
