package io.windlass.mounter.keeper;

import java.io.IOException;
import java.time.Duration;

/** Where a keeper gets a mounter from when none runs. */
sealed interface MounterSource permits ChildMounter, ExternalMounter {
  /** Way to connect to a mounter. */
  interface Attachment {
    /**
     * Connects to a mounter, if one listens.
     *
     * @param silence called whenever the mounter has sent nothing for {@code look}
     * @return false if no mounter listens
     */
    boolean attach(Duration look, Silence silence) throws IOException;
  }

  /** Decides whether to go on waiting when a mounter has not answered for a moment. */
  interface Silence {
    /** Throws an exception if there is no point in waiting longer. */
    void after(IOException timeout) throws IOException;
  }

  /**
   * Gets a mounter, and returns when it is attached.
   *
   * @throws IOException when there is none yet; try again after a pause
   */
  void get(Attachment attachment) throws IOException, InterruptedException;
}
