package io.windlass.store;

/**
 * Error numbers of the Linux kernel, as the mount engine answers them: the second way in which a
 * {@link StoreException} leaves the driver (the first is a gRPC status).
 */
public enum Errno {
  ENOENT(2),
  EIO(5),
  EAGAIN(11),
  EACCES(13),
  EBUSY(16),
  EEXIST(17),
  EINVAL(22),
  ENOSPC(28),
  ERANGE(34),
  ENOSYS(38),
  ENOTEMPTY(39),
  ENOTSUP(95),
  ESTALE(116),
  EDQUOT(122);

  private final int number;

  Errno(int number) {
    this.number = number;
  }

  /** The number, positive, the same on all architectures that Windlass runs on. */
  public int number() {
    return number;
  }

  /** What a program that used a file sees, after retries where the case allows them. */
  public static Errno of(StoreException e) {
    return switch (e) {
      case StoreException.InvalidArgument _ -> EINVAL;
      case StoreException.NotFound _ -> ENOENT;
      case StoreException.AlreadyExists _ -> EEXIST;
      case StoreException.PreconditionFailed _ -> ESTALE;
      case StoreException.Unauthenticated _ -> EACCES;
      case StoreException.PermissionDenied _ -> EACCES;
      case StoreException.NotEmpty _ -> ENOTEMPTY;
      case StoreException.InUse _ -> EBUSY;
      case StoreException.QuotaExceeded _ -> EDQUOT;
      case StoreException.OutOfRange _ -> ERANGE;
      case StoreException.Busy _ -> EAGAIN;
      case StoreException.Unavailable _ -> EIO;
      case StoreException.Unsupported _ -> ENOTSUP;
      case StoreException.Unexpected _ -> EIO;
    };
  }
}
