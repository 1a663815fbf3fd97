package io.windlass.csi;

import io.windlass.error.DriverException;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode;
import io.windlass.provision.Mistakes;
import java.util.List;
import java.util.Optional;

/** Checks of volume capabilities in requests. Errors name the field. */
public final class CapabilityRules {
  private static final String ONE = "volume_capability";

  private CapabilityRules() {}

  /**
   * Checks {@code volume_capabilities}: there must be at least one, and volumes must have all of
   * them.
   *
   * @throws DriverException.InvalidArgument naming all capabilities that are incomplete or not
   *     offered
   */
  public static void requireAll(List<VolumeCapability> asked) {
    Mistakes mistakes = new Mistakes();
    mistakes.check(() -> requireComplete(asked));
    for (int i = 0; i < asked.size(); i++) {
      unsupported("volume_capabilities[%d]".formatted(i), asked.get(i)).ifPresent(mistakes::add);
    }
    mistakes.finish();
  }

  /** Checks that there is at least one capability, and that each has all required fields. */
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

  /**
   * Returns why the first capability that no volume has is not offered; empty if all are offered.
   */
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
      return Optional.of(field + ": block volumes are not offered: use mount");
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

  /** Returns why the only capability of a request is not offered; empty if it is offered. */
  public static Optional<String> unsupported(VolumeCapability asked) {
    return unsupported(ONE, asked);
  }

  /**
   * Checks that the only capability of a request is there, and that it has all required fields.
   *
   * @param given whether the request has the capability
   * @throws DriverException.InvalidArgument when the capability is missing or incomplete
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
   * Checks that the only capability of a request is there, complete, and offered.
   *
   * @throws DriverException.InvalidArgument when the capability is missing, incomplete or not
   *     offered
   */
  public static void require(boolean given, VolumeCapability asked) {
    requireComplete(given, asked);
    unsupported(asked)
        .ifPresent(problem -> {
          throw new DriverException.InvalidArgument(problem);
        });
  }
}
