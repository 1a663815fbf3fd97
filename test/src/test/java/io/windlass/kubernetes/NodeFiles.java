package io.windlass.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Configuration of the programs that make this machine a node. */
final class NodeFiles {
  private static final Path GROUPS = Path.of("/sys/fs/cgroup");

  private NodeFiles() {}

  /** Pods have addresses on a bridge, and reach what listens on the machine. */
  static String network() {
    return """
    {"cniVersion": "0.4.0", "name": "pods", "plugins": [
      {"type": "bridge", "bridge": "pods0", "isGateway": true, "ipMasq": false,
       "ipam": {"type": "host-local", "ranges": [[{"subnet": "10.244.0.0/24"}]],
                "routes": [{"dst": "0.0.0.0/0"}]}}]}
    """;
  }

  /**
   * The container runtime. Crun, because runc needs a machine where oom_score_adj can be lowered;
   * the snapshotter that copies, because overlays do not stack everywhere.
   */
  static String containerd(Path home, String socket) {
    return """
    version = 2
    root = "%1$s/containerd"
    state = "/run/containerd/state"
    [grpc]
      address = "%2$s"
    [plugins."io.containerd.grpc.v1.cri"]
      sandbox_image = "localhost/windlass/busybox:1"
      disable_apparmor = true
      restrict_oom_score_adj = true
      [plugins."io.containerd.grpc.v1.cri".cni]
        bin_dir = "/usr/lib/cni"
        conf_dir = "%1$s/cni"
      [plugins."io.containerd.grpc.v1.cri".containerd]
        snapshotter = "native"
        default_runtime_name = "crun"
        [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.crun]
          runtime_type = "io.containerd.runc.v2"
          [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.crun.options]
            BinaryName = "/usr/bin/crun"
            SystemdCgroup = false
    """
        .formatted(home, socket);
  }

  /** The kubelet, with its own directory where it always is. */
  static String kubelet(String socket, String group) {
    return """
    apiVersion: kubelet.config.k8s.io/v1beta1
    kind: KubeletConfiguration
    address: 0.0.0.0
    readOnlyPort: 0
    failSwapOn: false
    failCgroupV1: false
    cgroupDriver: cgroupfs
    cgroupRoot: /%s
    cgroupsPerQOS: true
    enforceNodeAllocatable: []
    authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}
    authorization: {mode: AlwaysAllow}
    containerRuntimeEndpoint: unix://%s
    volumePluginDir: /var/lib/kubelet/plugins-exec
    resolvConf: ""
    registerNode: true
    localStorageCapacityIsolation: false
    syncFrequency: 10s
    evictionHard: {memory.available: 50Mi, nodefs.available: 1%%, imagefs.available: 1%%}
    """
        .formatted(group, socket);
  }

  /** Makes the group of processes below which the kubelet makes its own. */
  static void makeGroups(String group) throws IOException {
    if (Files.exists(GROUPS.resolve("cgroup.controllers"))) {
      Files.createDirectories(GROUPS.resolve(group));
      return;
    }
    try (Stream<Path> found = Files.list(GROUPS)) {
      List<Path> controllers =
          found
              .filter(Files::isDirectory)
              .filter(controller -> !controller.endsWith("unified"))
              .toList();
      for (Path controller : controllers) {
        Files.createDirectories(controller.resolve(group));
      }
      Path sets = GROUPS.resolve("cpuset");
      if (Files.exists(sets)) {
        // A new group of this controller has no processors until it is given some.
        for (String file : List.of("cpuset.cpus", "cpuset.mems")) {
          String name =
              Files.exists(sets.resolve(file)) ? file : file.substring("cpuset.".length());
          Files.writeString(
              sets.resolve(group).resolve(name), Files.readString(sets.resolve(name)));
        }
      }
    }
  }
}
