package io.windlass.cli.doctor;

import io.windlass.cli.doctor.DirectoryCheck.Use;
import io.windlass.cli.scratch.Mountable;
import io.windlass.config.CsiConfiguration.NodeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks whether volumes can be mounted here, and the health of the mounts. */
record NodeCheck(NodeConfig node) {
  private static final Path DEVICE = Path.of("/dev/fuse");
  private static final Path KUBELET = Path.of("/var/lib/kubelet");
  private static final Path MOUNTS = Path.of("/proc/self/mountinfo");

  /**
   * Index of the mount point in a line of mountinfo; {@link #OPTIONAL} is that of the first
   * optional field.
   */
  private static final int PLACE = 4;

  private static final int OPTIONAL = 6;

  void examine(Examination examination) throws InterruptedException {
    if (examination.look("CSI node: " + DEVICE, NodeCheck::device)) {
      examination.look("CSI node: to mount", NodeCheck::mount);
    } else {
      examination.skip("CSI node: to mount", "until there is " + DEVICE);
    }
    if (Files.isDirectory(KUBELET)) {
      examination.look("CSI node: kubelet", NodeCheck::kubelet);
    } else {
      examination.skip("CSI node: kubelet", KUBELET + " is not here");
    }
    examination.look(
        "CSI node: state",
        new DirectoryCheck(node.state(), Use.STATE, "WINDLASS_CSI_STATE")::check);
    examination.look(
        "CSI node: staging",
        new DirectoryCheck(node.staging(), Use.STAGING, "WINDLASS_CSI_STAGING")::check);
    examination.look(
        "CSI node: run", new DirectoryCheck(node.run(), Use.RUN, "WINDLASS_CSI_RUN")::check);
    if (node.cache().isPresent()) {
      examination.look(
          "CSI node: cache",
          new DirectoryCheck(node.cache().get(), Use.CACHE, "WINDLASS_CSI_CACHE")::check);
    }
    new MountsCheck(node.run()).examine(examination);
  }

  private static Finding device() {
    if (Files.notExists(DEVICE)) {
      return Finding.wrong(
          DEVICE + " is not there", "modprobe fuse; in a container, give it the device");
    }
    return Files.isReadable(DEVICE) && Files.isWritable(DEVICE)
        ? Finding.fine("it can be read and written")
        : Finding.wrong("this user may not read and write it", "run as the driver's user");
  }

  /** Tries to mount at a temporary directory. */
  private static Finding mount() throws IOException {
    Path directory = Files.createTempDirectory("windlass-doctor-");
    try {
      Optional<String> problem = Mountable.problem(directory);
      return problem.isPresent()
          ? Finding.wrong(
              problem.get(), "run it as root, or with CAP_SYS_ADMIN: privileged, in a container")
          : Finding.fine("a mount was made and removed");
    } finally {
      Files.deleteIfExists(directory);
    }
  }

  /**
   * Checks mount propagation: the kubelet and pods must see what the plugin mounts below the
   * kubelet's directory.
   */
  private static Finding kubelet() throws IOException {
    try (Stream<String> lines = Files.lines(MOUNTS)) {
      List<String> fields =
          lines
              .map(line -> List.of(line.split(" ", -1)))
              .filter(line -> KUBELET.startsWith(Path.of(line.get(PLACE))))
              .reduce((one, other) ->
                  other.get(PLACE).length() >= one.get(PLACE).length() ? other : one)
              .orElseThrow(() -> new IOException(KUBELET + " is on no mount"));
      boolean shared = fields.get(OPTIONAL).startsWith("shared:");
      return shared
          ? Finding.fine("mounts below %s are visible outside".formatted(KUBELET))
          : Finding.remark(
              "mounts below %s are visible to nobody else".formatted(KUBELET),
              "in a container: mountPropagation: Bidirectional; on the host: mount --make-rshared");
    }
  }
}
