package io.windlass.config;

import static io.windlass.config.BackendKind.LOCAL;
import static io.windlass.config.BackendKind.S3;
import static io.windlass.config.Setting.backend;
import static io.windlass.config.Setting.byDefault;
import static io.windlass.config.Setting.global;
import static io.windlass.config.Setting.otherwise;
import static io.windlass.config.Setting.required;

import io.windlass.observe.LogSettings;
import io.windlass.rpc.UnixEndpoint;
import io.windlass.store.s3.S3Flavor;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.event.Level;

/** All settings there are: what is read, what is refused and what is documented come from here. */
final class Settings {
  /** What every variable of ours begins with. */
  static final String PREFIX = "WINDLASS_";

  private static final List<BackendKind> ALL = List.of(BackendKind.values());

  static final Setting<UnixEndpoint> COSI_ENDPOINT =
      global(
          "COSI_ENDPOINT",
          Formats.endpoint(),
          byDefault("unix:///var/lib/cosi/cosi.sock"),
          "The socket on which COSI is served.");

  static final Setting<String> DRIVER_NAME =
      global(
          "WINDLASS_DRIVER_NAME",
          Formats.driverName(),
          byDefault("cosi.windlass.io"),
          "What the driver is called in classes, which name it as driverName.");

  static final Setting<List<String>> BACKENDS =
      global(
          "WINDLASS_BACKENDS",
          Formats.backendNames(),
          otherwise("one backend, local, of kind local"),
          "The backends' names. A backend's settings have its name in theirs, in capitals and with"
              + " _ for -.");

  static final Setting<Path> KEYS =
      global(
          "WINDLASS_KEYS",
          Formats.existingFile(),
          otherwise("required unless all backends are local and only COSI is served"),
          "The file with the driver's own keys, newest first, one a line: each is 32 random bytes"
              + " in base64 (openssl rand -base64 32). Credentials are derived from them or sealed"
              + " with them: losing one means granting anew.");

  static final Setting<Integer> SOCKET_MODE =
      global(
          "WINDLASS_SOCKET_MODE",
          Formats.mode(),
          byDefault("0660"),
          "Permissions of the socket: who may write to it may call the driver.");

  static final Setting<String> SOCKET_GROUP =
      global(
          "WINDLASS_SOCKET_GROUP",
          Formats.group(),
          otherwise("the group of the process"),
          "The group of the socket, for a sidecar that runs as another user.");

  static final Setting<Duration> STOP_TIMEOUT =
      global(
          "WINDLASS_STOP_TIMEOUT",
          Formats.duration(Duration.ZERO, Duration.ofMinutes(10)),
          byDefault("20s"),
          "How long calls in flight may go on when the driver is stopped.");

  static final Setting<Duration> UNDO_AFTER =
      global(
          "WINDLASS_UNDO_AFTER",
          Formats.duration(Duration.ofHours(1), Duration.ofHours(8760)),
          byDefault("24h"),
          "How long after the last call for it something is undone that was begun and never"
              + " finished, because nobody asked for it again. A CSI node has no use for it.");

  static final Setting<InetSocketAddress> METRICS_ADDRESS =
      global(
          "WINDLASS_METRICS_ADDRESS",
          Formats.address("host:port, like 0.0.0.0:9090"),
          otherwise("no metrics are served"),
          "Where /metrics is served over HTTP for Prometheus.");

  static final Setting<Level> LOG_LEVEL =
      global(
          "WINDLASS_LOG_LEVEL",
          Format.oneOf(Level.class),
          byDefault("info"),
          "The least that is logged. At debug, messages are logged too, without their secrets.");

  static final Setting<LogSettings.Format> LOG_FORMAT =
      global(
          "WINDLASS_LOG_FORMAT",
          Format.oneOf(LogSettings.Format.class),
          byDefault("auto"),
          "Text for people or JSON for machines; auto is text on a terminal.");

  static final Setting<BackendKind> KIND =
      backend(
          "KIND", Format.oneOf(BackendKind.class), required(), ALL, "What kind of storage it is.");

  static final Setting<S3Flavor> FLAVOR =
      backend(
          "FLAVOR",
          Format.oneOf(S3Flavor.class),
          required(),
          List.of(S3),
          "Who makes users on the server; with none, buckets are made and access is not granted.");

  static final Setting<URI> ENDPOINT =
      backend(
          "ENDPOINT",
          Formats.baseUrl(),
          required(),
          List.of(S3),
          "Where the driver reaches the server.");

  static final Setting<URI> PUBLIC_ENDPOINT =
      backend(
          "PUBLIC_ENDPOINT",
          Formats.baseUrl(),
          otherwise("as the driver does"),
          List.of(S3),
          "Where workloads reach the server.");

  static final Setting<String> REGION =
      backend("REGION", Formats.region(), byDefault("us-east-1"), ALL, "The server's region.");

  static final Setting<List<String>> REGIONS =
      backend(
          "REGIONS",
          Formats.regions(),
          otherwise("volumes are for nodes everywhere"),
          ALL,
          "With WINDLASS_CSI_TOPOLOGY: the regions in which volumes are made, each for the nodes of"
              + " its own. The first is taken where nothing else is asked for.");

  static final Setting<Boolean> PATH_STYLE =
      backend(
          "PATH_STYLE",
          Format.bool(),
          byDefault("true"),
          List.of(S3),
          "Whether buckets are named in the path, and not in the host name.");

  static final Setting<Path> CREDENTIALS =
      backend(
          "CREDENTIALS",
          Formats.existingDirectory(),
          required(),
          List.of(S3),
          "The directory with the driver's own key in the files accessKeyId and secretAccessKey"
              + " (and sessionToken, if there is one), as a Secret is mounted. Changes are seen at"
              + " once.");

  /** Callers of the driver wait for 15 seconds or so: an answer has to reach them. */
  static final Setting<Duration> CALL_TIMEOUT =
      backend(
          "CALL_TIMEOUT",
          Formats.duration(Duration.ofSeconds(1), Duration.ofSeconds(11)),
          byDefault("10s"),
          List.of(S3),
          "How long a call to the server may take, with its repetitions.");

  static final Setting<Integer> MAX_CONNECTIONS =
      backend(
          "MAX_CONNECTIONS",
          Format.number(1, 1024),
          byDefault("64"),
          List.of(S3),
          "Most connections to the server at one time.");

  static final Setting<Path> CA_CERTIFICATE =
      backend(
          "CA_CERTIFICATE",
          Formats.existingFile(),
          otherwise("those the system trusts"),
          List.of(S3),
          "A PEM file with the certificates to trust.");

  static final Setting<Path> DIRECTORY =
      backend(
          "DIRECTORY",
          Formats.absolutePath(),
          otherwise("${XDG_DATA_HOME:-~/.local/share}/windlass/NAME"),
          List.of(LOCAL),
          "Where buckets are kept. Made if it is missing.");

  static final Setting<InetSocketAddress> LISTEN =
      backend(
          "LISTEN",
          Formats.reachableAddress(),
          byDefault("127.0.0.1:15900"),
          List.of(LOCAL),
          "Where the embedded server listens, and workloads reach it. What was handed out names"
              + " this address, so it has to stay the same.");

  static final Setting<String> REGISTRY_BUCKET =
      backend(
          "REGISTRY_BUCKET",
          Formats.bucketName(),
          byDefault("windlass-registry"),
          ALL,
          "The bucket in which the driver keeps its records.");

  static final Setting<Boolean> REGISTRY_CREATE =
      backend(
          "REGISTRY_CREATE",
          Format.bool(),
          byDefault("true"),
          ALL,
          "Whether the driver may make that bucket.");

  static final Setting<UnixEndpoint> CSI_ENDPOINT =
      global(
          "CSI_ENDPOINT",
          Formats.endpoint(),
          byDefault("unix:///csi/csi.sock"),
          "The socket on which CSI is served.");

  static final Setting<String> CSI_DRIVER_NAME =
      global(
          "WINDLASS_CSI_DRIVER_NAME",
          Formats.csiDriverName(),
          byDefault("csi.windlass.io"),
          "What the driver is called in classes, which name it as provisioner.");

  static final Setting<CsiMode> CSI_MODE =
      global(
          "WINDLASS_CSI_MODE",
          Format.oneOf(CsiMode.class),
          required(),
          "What is served: controller makes volumes and needs the backends; node mounts them and"
              + " needs none; both does both.");

  static final Setting<SpecLevel> CSI_SPEC =
      global(
          "WINDLASS_CSI_SPEC",
          SpecLevel.format(),
          byDefault("1.13"),
          "The release of the CSI spec where releases differ: before 1.13 volumes tell their"
              + " condition, from then on there are health calls, which older sanity suites do not"
              + " know. The newest suite knows 1.13.");

  static final Setting<String> CSI_NODE_ID =
      global(
          "WINDLASS_CSI_NODE_ID",
          Formats.nodeName(),
          otherwise("the name of the host"),
          "The name of the node, which no other node may have.");

  static final Setting<Path> CSI_STATE =
      global(
          "WINDLASS_CSI_STATE",
          Formats.absolutePath(),
          byDefault("/var/lib/windlass/csi"),
          "Where a node keeps which volume is mounted where, without any secret. It has to outlive"
              + " the process.");

  static final Setting<Path> CSI_STAGING =
      global(
          "WINDLASS_CSI_STAGING",
          Formats.absolutePath(),
          byDefault("/var/lib/windlass/staging"),
          "Local disk on which a node keeps files while they are written. It has to outlive the"
              + " process.");

  static final Setting<Path> CSI_RUN =
      global(
          "WINDLASS_CSI_RUN",
          Formats.absolutePath(),
          byDefault("/run/windlass/csi"),
          "Where a node's processes meet: a short path, which need not outlive the machine.");

  static final Setting<Long> CSI_MEMORY =
      global(
          "WINDLASS_CSI_MEMORY",
          Formats.size(),
          otherwise("an eighth of what there is"),
          "Most memory of a node for what is read; the process takes up to 256Mi beside it.");

  static final Setting<Path> CSI_CACHE =
      global(
          "WINDLASS_CSI_CACHE",
          Formats.absolutePath(),
          otherwise("no such cache"),
          "A directory in which a node keeps what was read, too.");

  static final Setting<Long> CSI_CACHE_SIZE =
      global(
          "WINDLASS_CSI_CACHE_SIZE",
          Formats.size(),
          byDefault("10Gi"),
          "Most that this cache may take.");

  static final Setting<Integer> CSI_MAX_VOLUMES =
      global(
          "WINDLASS_CSI_MAX_VOLUMES",
          Format.number(0, 10_000),
          byDefault("0"),
          "How many volumes may be attached to a node; 0: as many as the cluster likes. A node"
              + " tells the cluster, and a controller refuses more on any node: it reads all"
              + " volumes for that.");

  static final Setting<Boolean> CSI_TOPOLOGY =
      global(
          "WINDLASS_CSI_TOPOLOGY",
          Format.bool(),
          byDefault("false"),
          "Whether volumes are for the nodes of a region, where their backend declares regions. The"
              + " same for all controllers and nodes.");

  static final Setting<String> CSI_NODE_REGION =
      global(
          "WINDLASS_CSI_NODE_REGION",
          Formats.region(),
          otherwise("required on a node with WINDLASS_CSI_TOPOLOGY"),
          "The region of the node.");

  static final Setting<Path> CSI_CA_CERTIFICATE =
      global(
          "WINDLASS_CSI_CA_CERTIFICATE",
          Formats.existingFile(),
          otherwise("the system's"),
          "A PEM file of the certificates that a node's mounts trust.");

  static final Setting<Duration> CSI_PROGRESS_DEADLINE =
      global(
          "WINDLASS_CSI_PROGRESS_DEADLINE",
          Formats.duration(Duration.ofSeconds(1), Duration.ofMinutes(10)),
          byDefault("30s"),
          "How long the process that serves a node's mounts may make no progress while it starts or"
              + " is asked for something. Progress is processor time and pages read from disk, so"
              + " a slow machine needs no other value. A process that makes progress is given up"
              + " after 20 times as long. More than a call to a server takes, which is 10s.");

  /** The settings of the driver itself. */
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
          METRICS_ADDRESS,
          LOG_LEVEL,
          LOG_FORMAT);

  /** Those of them that only COSI has. */
  static final List<Setting<?>> COSI = List.of(COSI_ENDPOINT, DRIVER_NAME);

  /** The settings that only CSI has. */
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
          CSI_MAX_VOLUMES,
          CSI_TOPOLOGY,
          CSI_NODE_REGION,
          CSI_CA_CERTIFICATE,
          CSI_PROGRESS_DEADLINE);

  /** The settings that each backend has. */
  static final List<Setting<?>> BACKEND =
      List.of(
          KIND,
          FLAVOR,
          ENDPOINT,
          PUBLIC_ENDPOINT,
          REGION,
          REGIONS,
          PATH_STYLE,
          CREDENTIALS,
          CALL_TIMEOUT,
          MAX_CONNECTIONS,
          CA_CERTIFICATE,
          DIRECTORY,
          LISTEN,
          REGISTRY_BUCKET,
          REGISTRY_CREATE);

  private Settings() {}
}
