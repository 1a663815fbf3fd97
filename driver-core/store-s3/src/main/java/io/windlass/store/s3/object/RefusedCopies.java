package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Copies that a server refuses to make, or makes wrong, and that are made by reading and sending
 * instead. It is asked for them again, unless it has said that it does not offer them: many refuse
 * them only of some sources, by 400, as Garage does of small ones and versitygw of directories, or
 * by saying that these have changed, as Swift does of those that were made in parts.
 */
public final class RefusedCopies {
  /** What a server is asked to copy. */
  public enum Kind {
    OBJECT,
    /** The marker of a directory. */
    MARKER,
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
   * @param isAsAsked asks whether the source is in the state that is to be copied, where the server
   *     says that it is not
   * @throws DriverException.PreconditionFailed if the source has changed
   * @throws DriverException if both fail: why it could not be read or sent
   */
  <T, E extends Exception> T make(
      Kind kind, BooleanSupplier isAsAsked, Copying<T, E> byServer, Copying<T, E> sent) throws E {
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
    } catch (DriverException.PreconditionFailed e) {
      if (!isAsAsked.getAsBoolean()) {
        throw e;
      }
      return instead(sent, e);
    } catch (DriverException.Unavailable e) {
      if (kind != Kind.MARKER) {
        throw e;
      }
      // JuiceFS' gateway says so of all of them, and so of each after some attempts.
      T made = instead(sent, e);
      missing.add(kind);
      return made;
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
