package io.windlass.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.error.DriverException;
import io.windlass.linux.Errno;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FsExceptionTest {

  /** The errno column of the error scheme. */
  private static final Map<DriverException, Errno> SCHEME =
      Map.ofEntries(
          Map.entry(new DriverException.InvalidArgument("x"), Errno.EINVAL),
          Map.entry(new DriverException.NotFound("x", null), Errno.ENOENT),
          Map.entry(new DriverException.AlreadyExists("x", null), Errno.EEXIST),
          Map.entry(new DriverException.PreconditionFailed("x", null), Errno.ESTALE),
          Map.entry(new DriverException.Unauthenticated("x", null), Errno.EACCES),
          Map.entry(new DriverException.PermissionDenied("x", null), Errno.EACCES),
          Map.entry(new DriverException.NotEmpty("x", null), Errno.ENOTEMPTY),
          Map.entry(new DriverException.InUse("x"), Errno.EBUSY),
          Map.entry(new DriverException.FailedPrecondition("x"), Errno.EINVAL),
          Map.entry(new DriverException.QuotaExceeded("x", null), Errno.EDQUOT),
          Map.entry(new DriverException.OutOfRange("x"), Errno.ERANGE),
          Map.entry(new DriverException.Aborted("x"), Errno.EAGAIN),
          Map.entry(new DriverException.Unavailable("x", null), Errno.EIO),
          Map.entry(new DriverException.Unsupported("x", null), Errno.ENOTSUP),
          Map.entry(new DriverException.Unexpected("x", null), Errno.EIO));

  @Test
  void followsTheErrorScheme() {
    assertThat(SCHEME)
        .allSatisfy(
            (failure, errno) -> assertThat(FsException.of(failure).errno()).isEqualTo(errno));
  }

  /** Programs would take ENOENT for the answer that the file is not there. */
  @Test
  void thatTheBucketIsGoneIsNoAnswer() {
    assertThat(FsException.of(new DriverException.NoSuchBucket("x", null)).errno())
        .isEqualTo(Errno.EIO);
  }

  @Test
  void schemeNamesEveryCase() {
    assertThat(SCHEME.keySet().stream().map(failure -> (Object) failure.getClass()))
        .containsExactlyInAnyOrder((Object[]) DriverException.class.getPermittedSubclasses());
  }
}
