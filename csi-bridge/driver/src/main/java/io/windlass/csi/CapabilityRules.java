package io.windlass.csi;

import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode;
import io.windlass.provision.Mistakes;
import io.windlass.store.DriverException;
import java.util.List;
import java.util.Optional;

/** What requests may say of how a volume is to be used. Errors name the field. */
public final class CapabilityRules {
  private static final String ONE = "volume_capability";

  private CapabilityRules() {}

  /**
   * Checks a list of capabilities that must be there, all of which a volume must have.
   *
   * @throws DriverException.InvalidArgument naming all that are incomplete or not offered
   */
  public static void requireAll(List<VolumeCapability> asked) {
    Mistakes mistakes = new Mistakes();
    mistakes.check(() -> requireComplete(asked));
    for (int i = 0; i < asked.size(); i++) {
      unsupported("volume_capabilities[%d]".formatted(i), asked.get(i)).ifPresent(mistakes::add);
    }
    mistakes.finish();
  }

  /** Checks that there are some, and that each says all that it has to. */
  public static void requireComplete(List<VolumeCapability> asked) {
    if (asked.isEmpty()) {
      throw new DriverException.InvalidArgument("volume_capabilities: at least one is required");
    }
    Mistakes mistakes = new Mistakes();
    for (int i = 0; i < asked.size(); i++) {
      requireComplete("volume_capabilities[%d]".formatted(i), asked.get(i), mistakes);
    }
    mistakes.finish();
  }

  private static void requireComplete(String field, VolumeCapability asked, Mistakes mistakes) {
    if (asked.getAccessTypeCase() == VolumeCapability.AccessTypeCase.ACCESSTYPE_NOT_SET) {
      mistakes.add(field + ": access_type is required: use mount");
    }
    if (asked.getAccessMode().getMode() == AccessMode.Mode.UNKNOWN) {
      mistakes.add(field + ".access_mode: mode is required");
    }
  }

  /** The first of these that no volume has, with the reason. */
  public static Optional<String> unsupported(List<VolumeCapability> asked) {
    for (int i = 0; i < asked.size(); i++) {
      Optional<String> problem = unsupported("volume_capabilities[%d]".formatted(i), asked.get(i));
      if (problem.isPresent()) {
        return problem;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> unsupported(String field, VolumeCapability asked) {
    if (asked.hasBlock()) {
      return Optional.of(field + ": block is not offered, objects are no blocks: use mount");
    }
    if (asked.getAccessMode().getMode() == AccessMode.Mode.UNRECOGNIZED) {
      return Optional.of(field + ".access_mode: this mode is not known to this version");
    }
    String fsType = asked.getMount().getFsType();
    if (!fsType.isEmpty() && !fsType.equals("windlass")) {
      return Optional.of(
          field + ".mount.fs_type: an object store has none of this type; leave it empty");
    }
    return Optional.empty();
  }

  /** The same of the one capability of a request. */
  public static Optional<String> unsupported(VolumeCapability asked) {
    return unsupported(ONE, asked);
  }

  /**
   * Checks that the one capability that a request must have is there, and says all that it has to.
   *
   * @param given whether it is there
   * @throws DriverException.InvalidArgument when it is not, or is incomplete
   */
  public static void requireComplete(boolean given, VolumeCapability asked) {
    if (!given) {
      throw new DriverException.InvalidArgument(ONE + " is required");
    }
    Mistakes mistakes = new Mistakes();
    requireComplete(ONE, asked, mistakes);
    mistakes.finish();
  }

  /**
   * The same, where it must be one that volumes have, too.
   *
   * @throws DriverException.InvalidArgument when it is not there, is incomplete or not offered
   */
  public static void require(boolean given, VolumeCapability asked) {
    requireComplete(given, asked);
    unsupported(asked)
        .ifPresent(problem -> {
          throw new DriverException.InvalidArgument(problem);
        });
  }
}
