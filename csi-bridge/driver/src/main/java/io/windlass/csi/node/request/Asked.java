package io.windlass.csi.node.request;

import io.windlass.proto.csi.VolumeCapability;
import io.windlass.provision.Mistakes;
import java.nio.file.Path;
import java.util.Optional;

/** Volume of a mount request, with the path and the capability. One error names all mistakes. */
public record Asked(String volumeId, Path path, Capability capability) {

  /**
   * Reads the request.
   *
   * @param field name of the field with the path
   * @param given whether the request has a capability
   * @throws io.windlass.error.DriverException.InvalidArgument naming all mistakes
   */
  public static Asked read(
      String volumeId, String field, String path, boolean given, VolumeCapability capability) {
    Mistakes mistakes = new Mistakes();
    mistakes.check(() -> NodeRequestFields.volumeId(volumeId));
    Optional<Path> place = mistakes.read(() -> NodeRequestFields.path(field, path));
    Optional<Capability> read = mistakes.read(() -> Capability.read(given, capability));
    mistakes.finish();
    return new Asked(volumeId, place.orElseThrow(), read.orElseThrow());
  }
}
