package io.windlass.fs.staging;

import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.read.FileReader;
import io.windlass.fs.read.ObjectVersion;
import io.windlass.fs.read.ReadEngine;
import io.windlass.store.ObjectStore;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Objects that staged files are based on, as they are read.
 *
 * @param engine that reads them
 * @param store that has them
 * @param source name of the store, distinct among all stores that the process reads from
 * @param timeout longest time that one read waits
 */
record BaseObjects(ReadEngine engine, ObjectStore store, String source, Duration timeout) {

  /** Returns an object as the engine knows it. */
  ObjectVersion version(BaseObject base) {
    return new ObjectVersion(store, source, base.key(), base.revision(), base.size());
  }

  FileReader open(ObjectVersion version) {
    return engine.open(version, timeout);
  }

  /** Takes memory for a read; empty if there is none within {@code nanos}. */
  Optional<List<MemorySegment>> take(int size, long nanos) throws InterruptedException {
    return engine.buffers().take(size, nanos);
  }

  /** Gives memory of a read back. */
  void give(List<MemorySegment> memory) {
    engine.buffers().give(memory);
  }
}
