package io.windlass.csi.node;

import io.windlass.proto.csi.VolumeCapability;
import io.windlass.provision.Mistakes;
import java.nio.file.Path;
import java.util.Optional;

/** Which volume is to be mounted, where and how: one error names all that is wrong with it. */
record Asked(String volumeId, Path path, Capability capability) {

  /**
   * Reads it.
   *
   * @param field that the path is in
   * @param given whether there is a capability
   * @throws io.windlass.store.DriverException.InvalidArgument naming everything that is wrong
   */
  static Asked read(
      String volumeId, String field, String path, boolean given, VolumeCapability capability) {
    Mistakes mistakes = new Mistakes();
    mistakes.check(() -> NodeRequestFields.volumeId(volumeId));
    Optional<Path> place = mistakes.read(() -> NodeRequestFields.path(field, path));
    Optional<Capability> read = mistakes.read(() -> Capability.read(given, capability));
    mistakes.finish();
    return new Asked(volumeId, place.orElseThrow(), read.orElseThrow());
  }
}
