package io.windlass.config;

import static io.windlass.setting.Setting.byDefault;
import static io.windlass.setting.Setting.otherwise;
import static io.windlass.setting.Setting.required;

import io.windlass.connect.RemoteSettings;
import io.windlass.observe.LogSettings;
import io.windlass.rpc.UnixEndpoint;
import io.windlass.setting.Format;
import io.windlass.setting.Formats;
import io.windlass.setting.Setting;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.event.Level;

/** Table of all settings. What is read, what is refused and what is documented comes from here. */
final class Settings {
  /** Prefix of every variable of this driver. */
  static final String PREFIX = "WINDLASS_";

  static final Setting<UnixEndpoint> COSI_ENDPOINT =
      new Setting<>(
          "COSI_ENDPOINT",
          DriverFormats.endpoint(),
          byDefault("unix:///var/lib/cosi/cosi.sock"),
          "The socket on which COSI is served.");

  static final Setting<String> DRIVER_NAME =
      new Setting<>(
          "WINDLASS_DRIVER_NAME",
          DriverFormats.driverName(),
          byDefault("cosi.windlass.io"),
          "Name of the driver, which classes give as driverName.");

  static final Setting<List<String>> BACKENDS =
      new Setting<>(
          "WINDLASS_BACKENDS",
          DriverFormats.backendNames(),
          otherwise("one backend, local, of kind local"),
          "The backends' names. A backend's settings have its name in theirs, in capitals and with"
              + " _ for -.");

  static final Setting<Path> KEYS =
      new Setting<>(
          "WINDLASS_KEYS",
          Formats.existingFile(),
          otherwise("required unless all backends are local and only COSI is served"),
          "The file with the driver's own keys, newest first, one a line: each is 32 random bytes"
              + " in base64 (openssl rand -base64 32). Credentials are derived from them or sealed"
              + " with them: losing one means granting anew. A CSI node has none of them.");

  static final Setting<Integer> SOCKET_MODE =
      new Setting<>(
          "WINDLASS_SOCKET_MODE",
          DriverFormats.mode(),
          byDefault("0660"),
          "Permissions of the socket: who may write to it may call the driver.");

  static final Setting<String> SOCKET_GROUP =
      new Setting<>(
          "WINDLASS_SOCKET_GROUP",
          DriverFormats.group(),
          otherwise("the group of the process"),
          "The group of the socket, for a sidecar that runs as another user.");

  static final Setting<Duration> STOP_TIMEOUT =
      new Setting<>(
          "WINDLASS_STOP_TIMEOUT",
          Formats.duration(Duration.ZERO, Duration.ofMinutes(10)),
          byDefault("20s"),
          "How long calls in flight may go on when the driver is stopped.");

  static final Setting<Duration> UNDO_AFTER =
      new Setting<>(
          "WINDLASS_UNDO_AFTER",
          Formats.duration(Duration.ofHours(1), Duration.ofHours(8760)),
          byDefault("24h"),
          "How long after the last call for it the driver undoes what was begun and never"
              + " finished: a bucket, an access, a volume or a snapshot. A CSI node ignores this"
              + " setting.");

  static final Setting<String> POD_UID =
      new Setting<>(
          "WINDLASS_POD_UID",
          DriverFormats.podUid(),
          otherwise("not in a pod"),
          "The uid of the pod that the driver runs in, from metadata.uid. With it, a container that"
              + " is restarted goes on at once with what it was doing; without it, what was begun"
              + " in another container waits for half a minute.");

  static final Setting<InetSocketAddress> METRICS_ADDRESS =
      new Setting<>(
          "WINDLASS_METRICS_ADDRESS",
          Formats.address("host:port, like 0.0.0.0:9090"),
          otherwise("no metrics are served"),
          "Where /metrics is served over HTTP for Prometheus, and /healthz and /readyz for"
              + " probes.");

  static final Setting<Level> LOG_LEVEL =
      new Setting<>(
          "WINDLASS_LOG_LEVEL",
          Format.oneOf(Level.class),
          byDefault("info"),
          "Lowest level that is logged. At debug, requests and answers are logged too, without"
              + " their secrets.");

  static final Setting<LogSettings.Format> LOG_FORMAT =
      new Setting<>(
          "WINDLASS_LOG_FORMAT",
          Format.oneOf(LogSettings.Format.class),
          byDefault("auto"),
          "Text for people or JSON for machines; auto is text on a terminal.");

  static final Setting<List<String>> REGIONS =
      new Setting<>(
          "REGIONS",
          DriverFormats.regions(),
          otherwise("volumes are for nodes everywhere"),
          "With WINDLASS_CSI_TOPOLOGY: the regions in which volumes are made, each for the nodes"
              + " of its own. The first is used where a request names none.");

  static final Setting<String> REGISTRY_BUCKET =
      new Setting<>(
          "REGISTRY_BUCKET",
          DriverFormats.bucketName(),
          byDefault("windlass-registry"),
          "The bucket in which the driver keeps its records.");

  static final Setting<Boolean> REGISTRY_CREATE =
      new Setting<>(
          "REGISTRY_CREATE",
          Format.bool(),
          byDefault("true"),
          "Whether the driver may make that bucket.");

  static final Setting<UnixEndpoint> CSI_ENDPOINT =
      new Setting<>(
          "CSI_ENDPOINT",
          DriverFormats.endpoint(),
          byDefault("unix:///csi/csi.sock"),
          "The socket on which CSI is served.");

  static final Setting<String> CSI_DRIVER_NAME =
      new Setting<>(
          "WINDLASS_CSI_DRIVER_NAME",
          DriverFormats.csiDriverName(),
          byDefault("csi.windlass.io"),
          "Name of the driver, which classes give as provisioner.");

  static final Setting<CsiMode> CSI_MODE =
      new Setting<>(
          "WINDLASS_CSI_MODE",
          Format.oneOf(CsiMode.class),
          required(),
          "What is served: controller makes volumes and needs the backends; node mounts them and"
              + " needs none; both does both.");

  static final Setting<SpecLevel> CSI_SPEC =
      new Setting<>(
          "WINDLASS_CSI_SPEC",
          SpecLevel.format(),
          byDefault("1.13"),
          "The release of the CSI spec where releases differ: before 1.13 volumes tell their"
              + " condition, from then on there are health calls, which older sanity suites do not"
              + " know. The newest suite knows 1.13.");

  static final Setting<String> CSI_NODE_ID =
      new Setting<>(
          "WINDLASS_CSI_NODE_ID",
          DriverFormats.nodeName(),
          otherwise("the name of the host"),
          "The name of the node, which no other node may have; in a pod, spec.nodeName.");

  static final Setting<Path> CSI_STATE =
      new Setting<>(
          "WINDLASS_CSI_STATE",
          Formats.absolutePath(),
          byDefault("/var/lib/windlass/csi"),
          "Directory in which a node records which volume is mounted where, without any secret. It"
              + " has to outlive the process.");

  static final Setting<Path> CSI_STAGING =
      new Setting<>(
          "WINDLASS_CSI_STAGING",
          Formats.absolutePath(),
          byDefault("/var/lib/windlass/staging"),
          "Local disk on which a node keeps files while they are written. It has to outlive the"
              + " process.");

  static final Setting<Path> CSI_RUN =
      new Setting<>(
          "WINDLASS_CSI_RUN",
          DriverFormats.runDirectory(),
          byDefault("/run/windlass/csi"),
          "Directory in which a node's processes reach each other: a short path. A reboot may"
              + " empty it.");

  static final Setting<Long> CSI_MEMORY =
      new Setting<>(
          "WINDLASS_CSI_MEMORY",
          Formats.size(),
          otherwise("an eighth of the memory of the container or machine, 1Gi at most"),
          "Most memory that a node uses for file data that it reads; the process takes up to 256Mi"
              + " more, and 0.5Mi for each volume beyond 250.");

  static final Setting<Path> CSI_CACHE =
      new Setting<>(
          "WINDLASS_CSI_CACHE",
          Formats.absolutePath(),
          otherwise("no such cache"),
          "Directory on local disk in which a node also caches file data that it read.");

  static final Setting<Long> CSI_CACHE_SIZE =
      new Setting<>(
          "WINDLASS_CSI_CACHE_SIZE",
          Formats.size(),
          byDefault("10Gi"),
          "Most bytes that this cache may take.");

  static final Setting<MounterStart> CSI_MOUNTER =
      new Setting<>(
          "WINDLASS_CSI_MOUNTER",
          Format.oneOf(MounterStart.class),
          byDefault("own"),
          "Who starts the process that serves a node's mounts. With own, the plugin does. With"
              + " external, somebody else does, such as a second pod, by windlass mounter"
              + " RUN_DIRECTORY --kept, and the plugin waits for it: then the mounts survive the"
              + " end of either pod.");

  static final Setting<Integer> CSI_MOUNTER_USER =
      new Setting<>(
          "WINDLASS_CSI_MOUNTER_USER",
          Format.number(0, Integer.MAX_VALUE),
          otherwise("the user of the plugin"),
          "With an external mounter: the number of the user that it runs as. The plugin gives that"
              + " user the directories of WINDLASS_CSI_RUN, WINDLASS_CSI_STAGING and"
              + " WINDLASS_CSI_CACHE, and talks to no mounter of another user.");

  static final Setting<Duration> CSI_HANDOVER_TIMEOUT =
      new Setting<>(
          "WINDLASS_CSI_HANDOVER_TIMEOUT",
          Formats.duration(Duration.ZERO, Duration.ofMinutes(30)),
          byDefault("90s"),
          "With an external mounter: how long a plugin that is told to end waits until a mounter"
              + " holds all mounts. Together with WINDLASS_STOP_TIMEOUT it must be less than the"
              + " grace period of the plugin's pod.");

  static final Setting<Duration> CSI_UNSENT_TIMEOUT =
      new Setting<>(
          "WINDLASS_CSI_UNSENT_TIMEOUT",
          Formats.duration(Duration.ZERO, Duration.ofDays(1)),
          byDefault("5m"),
          "How long NodeUnstageVolume is refused, from the first call on, while data that was"
              + " written is not on the server. After that the volume is unstaged, and the data"
              + " stays in WINDLASS_CSI_STAGING: 'windlass mounts --unsent' lists it. 0: it is"
              + " never refused.");

  static final Setting<Duration> CSI_IN_USE_TIMEOUT =
      new Setting<>(
          "WINDLASS_CSI_IN_USE_TIMEOUT",
          Formats.duration(Duration.ofMillis(100), Duration.ofSeconds(20)),
          byDefault("5s"),
          "How long NodeUnstageVolume waits for the end of a volume that it has unmounted. What still"
              + " uses it then, as a copy of the mount in the mount namespace of another container,"
              + " gets 'Transport endpoint is not connected'.");

  static final Setting<Integer> CSI_MAX_VOLUMES =
      new Setting<>(
          "WINDLASS_CSI_MAX_VOLUMES",
          Format.number(0, 10_000),
          byDefault("0"),
          "How many volumes may be attached to a node; 0: as many as the cluster likes. A node"
              + " tells the cluster, and a controller refuses more on any node: it reads all"
              + " volumes for that.");

  static final Setting<List<String>> CSI_ENDPOINTS =
      new Setting<>(
          "WINDLASS_CSI_ENDPOINTS",
          DriverFormats.endpoints(),
          otherwise(
              "the servers of the configured backends; those that controllers publish volumes on,"
                  + " too, on a node without backends"),
          "The servers that a node mounts volumes of: those of inline volumes of pods, of volumes"
              + " whose secrets name their server, and of the volumes that controllers publish. With"
              + " * whoever may make pods can connect from the node to any address.");

  static final Setting<InetSocketAddress> CSI_RENEWAL_ADDRESS =
      new Setting<>(
          "WINDLASS_CSI_RENEWAL_ADDRESS",
          Formats.address("host:port, like 0.0.0.0:9091"),
          otherwise("nodes get keys of their own, which do not end"),
          "Where nodes ask a controller for volumes as they are now, over HTTP: for what was changed"
              + " since they were attached, and for their next credentials. Needed for ROLE_ARN, and for"
              + " volumes on Azure without the account key.");

  static final Setting<URI> CSI_RENEWAL_URL =
      new Setting<>(
          "WINDLASS_CSI_RENEWAL_URL",
          Formats.baseUrl(),
          otherwise("that address; required if it is 0.0.0.0 or ::"),
          "URL under which nodes reach WINDLASS_CSI_RENEWAL_ADDRESS, like"
              + " http://windlass-csi-renewal.storage.svc:9091. It should stay the same: a mount"
              + " knows it until its credential is renewed for the first time, and a volume until"
              + " it is attached again. A node that has this setting asks nobody else.");

  static final Setting<Boolean> CSI_TOPOLOGY =
      new Setting<>(
          "WINDLASS_CSI_TOPOLOGY",
          Format.bool(),
          byDefault("false"),
          "Whether volumes are for the nodes of a region, where their backend declares regions. The"
              + " same for all controllers and nodes.");

  static final Setting<String> CSI_NODE_REGION =
      new Setting<>(
          "WINDLASS_CSI_NODE_REGION",
          Formats.region(),
          otherwise("required on a node with WINDLASS_CSI_TOPOLOGY"),
          "The region of the node.");

  static final Setting<Path> CSI_CA_CERTIFICATE =
      new Setting<>(
          "WINDLASS_CSI_CA_CERTIFICATE",
          RemoteSettings.certificates(),
          otherwise("the system's"),
          "A PEM file of the certificates that a node's mounts trust.");

  static final Setting<Boolean> CSI_METRICS_VOLUMES =
      new Setting<>(
          "WINDLASS_CSI_METRICS_VOLUMES",
          Format.bool(),
          byDefault("true"),
          "Whether a node's metrics of mounts have the label volume, with the ids of the volumes"
              + " that are attached to the node. Without it, they are sums over all volumes.");

  static final Setting<Duration> CSI_PROGRESS_DEADLINE =
      new Setting<>(
          "WINDLASS_CSI_PROGRESS_DEADLINE",
          Formats.duration(Duration.ofSeconds(1), Duration.ofMinutes(10)),
          byDefault("30s"),
          "How long the process that serves a node's mounts may make no progress while it starts"
              + " or is asked for something. Progress is processor time and pages read from disk,"
              + " so a slow machine needs no other value. A process that makes progress is given"
              + " up after 20 times as long. It must be longer than a call to a server takes,"
              + " which is 10s.");

  /** Settings of the driver itself. */
  static final List<Setting<?>> GLOBAL =
      List.of(
          COSI_ENDPOINT,
          DRIVER_NAME,
          BACKENDS,
          KEYS,
          SOCKET_MODE,
          SOCKET_GROUP,
          STOP_TIMEOUT,
          UNDO_AFTER,
          POD_UID,
          METRICS_ADDRESS,
          LOG_LEVEL,
          LOG_FORMAT);

  /** Settings of the driver that only COSI has. */
  static final List<Setting<?>> COSI = List.of(COSI_ENDPOINT, DRIVER_NAME);

  /** Settings that only CSI has. */
  static final List<Setting<?>> CSI =
      List.of(
          CSI_ENDPOINT,
          CSI_MODE,
          CSI_DRIVER_NAME,
          CSI_SPEC,
          CSI_NODE_ID,
          CSI_STATE,
          CSI_STAGING,
          CSI_RUN,
          CSI_MEMORY,
          CSI_CACHE,
          CSI_CACHE_SIZE,
          CSI_MOUNTER,
          CSI_MOUNTER_USER,
          CSI_HANDOVER_TIMEOUT,
          CSI_UNSENT_TIMEOUT,
          CSI_IN_USE_TIMEOUT,
          CSI_MAX_VOLUMES,
          CSI_ENDPOINTS,
          CSI_RENEWAL_ADDRESS,
          CSI_RENEWAL_URL,
          CSI_TOPOLOGY,
          CSI_NODE_REGION,
          CSI_CA_CERTIFICATE,
          CSI_METRICS_VOLUMES,
          CSI_PROGRESS_DEADLINE);

  /** Settings that backends of every kind have. */
  static final List<Setting<?>> BACKEND = List.of(REGIONS, REGISTRY_BUCKET, REGISTRY_CREATE);

  private Settings() {}
}
