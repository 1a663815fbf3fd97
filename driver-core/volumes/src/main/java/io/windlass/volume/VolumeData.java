package io.windlass.volume;

import io.windlass.provision.LeasedOperation;
import java.util.function.Supplier;

/**
 * Fills volumes and empties them, in steps that are short enough for a call. Each step goes on
 * where the last one stopped, whichever process made it.
 */
public interface VolumeData {

  /** How far a step came. */
  enum Reached {
    /** All is done. */
    END,
    /** More steps are needed. */
    PART,
    /** Removing only: what is left is needed by snapshots, and goes with the last of them. */
    HELD_BY_SNAPSHOTS
  }

  /**
   * Checks that a source is there, and can be copied to the backend of {@code target}.
   *
   * @return the least bytes that a volume must hold to be filled from it; 0: any number does
   * @throws io.windlass.store.DriverException.NotFound when there is no such source
   * @throws io.windlass.store.DriverException.InvalidArgument when it is on another backend
   */
  long requireSource(VolumeId target, ContentSource source);

  /**
   * Whether all that is copied into {@code target} is kept for it already, whatever becomes of the
   * source.
   */
  boolean isKept(VolumeId target, ContentSource source);

  /**
   * Holds a source, so that a volume can be filled from it, before anything of that volume is made.
   *
   * @throws io.windlass.store.DriverException.Aborted when another call has the source
   * @throws io.windlass.store.DriverException.NotFound when there is none any more
   */
  Filling hold(VolumeId target, ContentSource source);

  /** A volume that is to be filled, and the source that is held for it. */
  interface Filling extends AutoCloseable {
    /** Of a volume that has no source. */
    Filling NONE =
        new Filling() {
          @Override
          public Reached keep(LeasedOperation operation) {
            return Reached.END;
          }

          @Override
          public Reached fill(LeasedOperation operation) {
            return Reached.END;
          }

          @Override
          public void close() {}
        };

    /** Sees to it that all that is to be copied is kept for the volume; it needs no bucket yet. */
    Reached keep(LeasedOperation operation);

    /** Copies what is kept into the volume, on the side of the server. */
    Reached fill(LeasedOperation operation);

    /** Lets the source go, for others to use. */
    @Override
    void close();
  }

  /** A volume is not being filled any more; what was kept for that is let go. */
  void forget(VolumeId target);

  /** Removes all objects of a volume, but what its snapshots need. */
  Reached remove(VolumeId volume, LeasedOperation operation);

  /**
   * Makes a change by which the objects of a volume, and their old versions, come to expire. No
   * snapshot is taken meanwhile.
   *
   * @throws io.windlass.store.DriverException.InvalidArgument when snapshots need old versions
   */
  <T> T letExpire(VolumeId volume, Supplier<T> change);

  /**
   * A volume is being made. If there was one of this name that was {@link
   * Reached#HELD_BY_SNAPSHOTS}, this one stays when the last of those snapshots goes.
   */
  void reuse(VolumeId volume);
}
