package io.windlass.volume;

import io.windlass.provision.LeasedOperation;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Fills and empties volumes, in steps that are short enough for one call. Each step continues where
 * the last one stopped, whichever process made it.
 */
public interface VolumeData {

  /** Result of a step. */
  enum Reached {
    /** All is done. */
    END,
    /** More steps are needed. */
    PART,
    /**
     * Only when removing: snapshots need the data that is left; it is removed with the last of
     * them.
     */
    HELD_BY_SNAPSHOTS
  }

  /**
   * Checks that a source exists, and can be copied to the backend of {@code target}.
   *
   * @return least capacity, in bytes, of a volume that is filled from the source; 0: any capacity
   * @throws io.windlass.error.DriverException.NotFound when there is no such source
   * @throws io.windlass.error.DriverException.InvalidArgument when it is on another backend
   */
  long requireSource(VolumeId target, ContentSource source);

  /**
   * Reads how far the filling of a volume is.
   *
   * @throws io.windlass.error.DriverException.NotFound when there can be no such source
   */
  FillState fillState(VolumeId target, Optional<ContentSource> source);

  /** How far the filling of one volume is. */
  interface FillState {
    /**
     * Returns whether everything that is to be copied is already kept for the volume, even if the
     * source is deleted.
     */
    boolean isKept();

    /**
     * Holds the source, so that the volume can be filled from it. To be called before anything of
     * that volume is created.
     *
     * @throws io.windlass.error.DriverException.Aborted when another call has the source
     * @throws io.windlass.error.DriverException.NotFound when the source does not exist any more
     */
    Filling hold();
  }

  /** Filling of one volume, with the source that is held for it. */
  interface Filling extends AutoCloseable {
    /**
     * Makes sure that everything to be copied is kept for the volume, which needs no bucket yet. If
     * an earlier volume of this name was {@link Reached#HELD_BY_SNAPSHOTS}, the new volume is not
     * removed with the last of those snapshots.
     */
    Reached keep(LeasedOperation operation);

    /** Copies what is kept into the volume. The server does the copying, as far as it can. */
    Reached fill(LeasedOperation operation);

    /** Releases the source, so that other calls can use it. */
    @Override
    void close();
  }

  /** Ends the filling of a volume, and releases what was kept for it. */
  void forget(VolumeId target);

  /** Removes all objects of a volume, except the data that its snapshots need. */
  Reached remove(VolumeId volume, LeasedOperation operation);

  /**
   * Makes a change after which the objects of a volume, and their old versions, expire. No snapshot
   * is taken meanwhile.
   *
   * @throws io.windlass.error.DriverException.InvalidArgument when snapshots need old versions
   */
  <T> T letExpire(VolumeId volume, Supplier<T> change);
}
