package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Copies that a server refuses to make, or makes wrong, and that are made by reading and sending
 * instead. It is asked for them again, unless it has said that it does not offer them: many refuse
 * them only of some sources, by 400, as Garage does of small ones and versitygw of directories.
 */
public final class RefusedCopies {
  /** What a server is asked to copy. */
  public enum Kind {
    OBJECT,
    PART
  }

  private final Set<Kind> missing = ConcurrentHashMap.newKeySet();

  /** Makes a copy. */
  interface Copying<T, E extends Exception> {
    T make() throws E;
  }

  /** Notes that the server is not to be asked for copies of a kind. */
  public void never(Kind kind) {
    missing.add(kind);
  }

  /**
   * Makes a copy on the server, or else by reading and sending.
   *
   * @throws DriverException if both fail: why it could not be read or sent
   */
  <T, E extends Exception> T make(Kind kind, Copying<T, E> byServer, Copying<T, E> sent) throws E {
    if (missing.contains(kind)) {
      return sent.make();
    }
    try {
      return byServer.make();
    } catch (DriverException.Unsupported e) {
      missing.add(kind);
      return instead(sent, e);
    } catch (DriverException.InvalidArgument e) {
      return instead(sent, e);
    }
  }

  private static <T, E extends Exception> T instead(Copying<T, E> sent, DriverException refusal)
      throws E {
    try {
      return sent.make();
    } catch (DriverException e) {
      e.addSuppressed(refusal);
      throw e;
    }
  }
}
