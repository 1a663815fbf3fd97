package io.windlass.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cli.CommandRun;
import io.windlass.cli.log.Logging;
import io.windlass.observe.LogSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.event.Level;

/**
 * What the doctor says of set-ups that are broken: a sentence with what is wrong and what to do.
 */
class BrokenSetupsTest {
  @TempDir Path directory;

  /** Libraries log much where nobody has set up logging. */
  @BeforeAll
  static void logNothing() {
    Logging.start(new LogSettings(Level.ERROR, LogSettings.Format.TEXT));
  }

  /** Prepares files, and changes the environment. */
  interface Break {
    void apply(Path directory, Map<String, String> environment) throws IOException;
  }

  /** Environment of a driver that is not broken. */
  enum Base {
    COSI {
      @Override
      Map<String, String> environment(Path directory) {
        return new HashMap<>(
            Map.of(
                "COSI_ENDPOINT",
                "unix://" + directory.resolve("cosi.sock"),
                "WINDLASS_LOCAL_DIRECTORY",
                directory.resolve("store").toString(),
                "WINDLASS_LOCAL_LISTEN",
                "127.0.0.1:0"));
      }
    },
    S3 {
      @Override
      Map<String, String> environment(Path directory) throws IOException {
        return new HashMap<>(
            Map.of(
                "COSI_ENDPOINT", "unix://" + directory.resolve("cosi.sock"),
                "WINDLASS_BACKENDS", "fast",
                "WINDLASS_FAST_KIND", "s3",
                "WINDLASS_FAST_FLAVOR", "minio",
                "WINDLASS_FAST_CALL_TIMEOUT", "11s",
                "WINDLASS_FAST_ENDPOINT", "http://127.0.0.1:1",
                "WINDLASS_FAST_CREDENTIALS", credentials(directory).toString(),
                "WINDLASS_KEYS", keys(directory).toString()));
      }
    },
    AZURE {
      @Override
      Map<String, String> environment(Path directory) throws IOException {
        return new HashMap<>(
            Map.of(
                "COSI_ENDPOINT", "unix://" + directory.resolve("cosi.sock"),
                "WINDLASS_BACKENDS", "cloud",
                "WINDLASS_CLOUD_KIND", "azure",
                "WINDLASS_CLOUD_ACCOUNT", "shop",
                "WINDLASS_CLOUD_ENDPOINT", "https://shop.blob.invalid",
                "WINDLASS_CLOUD_CALL_TIMEOUT", "1s",
                "WINDLASS_CLOUD_CREDENTIALS", azureCredentials(directory).toString(),
                "WINDLASS_KEYS", keys(directory).toString()));
      }
    },
    NODE {
      @Override
      Map<String, String> environment(Path directory) throws IOException {
        return new HashMap<>(
            Map.of(
                "CSI_ENDPOINT", "unix://" + directory.resolve("csi.sock"),
                "WINDLASS_CSI_MODE", "node",
                "WINDLASS_CSI_STATE", directory.resolve("state").toString(),
                "WINDLASS_CSI_STAGING", directory.resolve("staging").toString(),
                "WINDLASS_CSI_RUN", directory.resolve("run").toString()));
      }
    };

    abstract Map<String, String> environment(Path directory) throws IOException;
  }

  private static Path credentials(Path directory) throws IOException {
    Path key = Files.createDirectories(directory.resolve("key"));
    Files.writeString(key.resolve("accessKeyId"), "admin");
    Files.writeString(key.resolve("secretAccessKey"), "secret-of-admin");
    return key;
  }

  private static Path azureCredentials(Path directory) throws IOException {
    Path key = Files.createDirectories(directory.resolve("account"));
    Files.writeString(key.resolve("accountKey"), Base64.getEncoder().encodeToString(new byte[64]));
    return key;
  }

  private static Path keys(Path directory) throws IOException {
    Path keys = directory.resolve("keys");
    if (Files.notExists(keys)) {
      Files.writeString(keys, Base64.getEncoder().encodeToString(new byte[32]));
      Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    }
    return keys;
  }

  /**
   * A set-up.
   *
   * @param says what the doctor says, wherever lines are broken
   */
  record Broken(String name, Base base, Break change, List<String> says) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Broken set(String variable, Base base, String value, String... says) {
    return new Broken(
        variable + "=" + value,
        base,
        (_, environment) -> environment.put(variable, value),
        List.of(says));
  }

  private static Broken without(String variable, Base base, String... says) {
    return new Broken(
        "no " + variable, base, (_, environment) -> environment.remove(variable), List.of(says));
  }

  private static Broken file(String name, Base base, Break change, String... says) {
    return new Broken(name, base, change, List.of(says));
  }

  static Stream<Broken> setups() {
    return Stream.of(
        set(
            "WINDLASS_BUCKETS",
            Base.COSI,
            "x",
            "WINDLASS_BUCKETS is no setting: remove it; windlass cosi --help lists them all"),
        set(
            "WINDLASS_SLO_KIND",
            Base.COSI,
            "s3",
            "WINDLASS_SLO_KIND is for a backend that WINDLASS_BACKENDS does not name: add it there, or remove this"),
        set(
            "WINDLASS_LOG_LEVEL",
            Base.COSI,
            "loud",
            "WINDLASS_LOG_LEVEL must be one of error, warn, info, debug, trace"),
        set(
            "WINDLASS_LOG_FORMAT",
            Base.COSI,
            "xml",
            "WINDLASS_LOG_FORMAT must be one of auto, text, json"),
        set(
            "WINDLASS_SOCKET_MODE",
            Base.COSI,
            "999",
            "WINDLASS_SOCKET_MODE must be an octal number of three digits, like 0660"),
        set(
            "WINDLASS_SOCKET_GROUP",
            Base.COSI,
            "no-such-group-here",
            "there is no group no-such-group-here",
            "make it, or name another with WINDLASS_SOCKET_GROUP"),
        set(
            "WINDLASS_METRICS_ADDRESS",
            Base.COSI,
            "9090",
            "WINDLASS_METRICS_ADDRESS must be host:port, like 0.0.0.0:9090"),
        set(
            "WINDLASS_UNDO_AFTER",
            Base.COSI,
            "soon",
            "WINDLASS_UNDO_AFTER must be a time from 3600s to 31536000s, like 500ms, 10s or 2m"),
        set(
            "WINDLASS_STOP_TIMEOUT",
            Base.COSI,
            "1y",
            "WINDLASS_STOP_TIMEOUT must be a time from 0s to 600s, like 500ms, 10s or 2m"),
        set(
            "WINDLASS_DRIVER_NAME",
            Base.COSI,
            "My Driver",
            "WINDLASS_DRIVER_NAME must be a DNS name of 63 characters at most, each of whose labels starts with one of a-z and goes on with a-z, 0-9 and '-'"),
        set(
            "WINDLASS_BACKENDS",
            Base.COSI,
            "Fast!",
            "WINDLASS_BACKENDS must be names separated by commas, each once, each of 1 to 32 of a-z, 0-9 and '-'"),
        set(
            "WINDLASS_LOCAL_LISTEN",
            Base.COSI,
            "0.0.0.0:1",
            "WINDLASS_LOCAL_LISTEN must be host:port of this machine, as workloads can be told it: no wildcard; port 0 is any free one"),
        set(
            "WINDLASS_LOCAL_DIRECTORY",
            Base.COSI,
            "store",
            "WINDLASS_LOCAL_DIRECTORY must be an absolute path"),
        set(
            "COSI_ENDPOINT",
            Base.COSI,
            "tcp://127.0.0.1:1",
            "COSI_ENDPOINT must be like unix:///var/lib/cosi/cosi.sock: it ends in .sock, and its path has 107 bytes at most"),
        set(
            "COSI_ENDPOINT",
            Base.COSI,
            "unix:///dev/null/cosi.sock",
            "/dev/null/cosi.sock cannot be made: /dev/null is no directory",
            "choose another COSI_ENDPOINT, or let the driver's user write there"),
        set(
            "COSI_ENDPOINT",
            Base.COSI,
            "unix:///" + "long/".repeat(30) + "cosi.sock",
            "COSI_ENDPOINT must be like unix:///var/lib/cosi/cosi.sock: it ends in .sock, and its path has 107 bytes at most"),
        set(
            "COSI_ENDPOINT",
            Base.COSI,
            "unix:///proc/cosi.sock",
            "/proc/cosi.sock cannot be made: ",
            "choose another COSI_ENDPOINT, or let the driver's user write there"),
        set(
            "WINDLASS_CSI_STATE",
            Base.NODE,
            "/proc/state",
            "/proc/state cannot be used: ",
            "name another directory with WINDLASS_CSI_STATE"),
        file(
            "a file where the socket belongs",
            Base.COSI,
            (place, _) -> Files.createFile(place.resolve("cosi.sock")),
            "is there, and is no socket",
            "remove it, or choose another COSI_ENDPOINT"),
        file(
            "a file where the store belongs",
            Base.COSI,
            (place, _) -> Files.createFile(place.resolve("store")),
            "cannot be used: it is no directory"),
        file(
            "a registry that may not be made",
            Base.COSI,
            (place, environment) -> {
              Files.createDirectory(place.resolve("store"));
              environment.put("WINDLASS_LOCAL_REGISTRY_CREATE", "false");
            },
            "bucket windlass-registry is missing, and the driver may not make it",
            "make it, or set WINDLASS_LOCAL_REGISTRY_CREATE to true"),
        without(
            "WINDLASS_KEYS",
            Base.S3,
            "WINDLASS_KEYS is missing: it must be the absolute path of a file that is there and can be read; make a key with: openssl rand -base64 32"),
        set(
            "WINDLASS_KEYS",
            Base.S3,
            "/none/keys",
            "WINDLASS_KEYS must be the absolute path of a file that is there and can be read"),
        without(
            "WINDLASS_FAST_KIND",
            Base.S3,
            "WINDLASS_FAST_KIND is missing: it must be one of azure, gcs, s3, local"),
        set(
            "WINDLASS_FAST_KIND",
            Base.S3,
            "ftp",
            "WINDLASS_FAST_KIND must be one of azure, gcs, s3, local"),
        without(
            "WINDLASS_FAST_FLAVOR",
            Base.S3,
            "WINDLASS_FAST_FLAVOR is missing: it must be one of aws, rgw, seaweedfs, versitygw, minio, none"),
        set(
            "WINDLASS_FAST_FLAVOR",
            Base.S3,
            "ceph",
            "WINDLASS_FAST_FLAVOR must be one of aws, rgw, seaweedfs, versitygw, minio, none"),
        without(
            "WINDLASS_FAST_ENDPOINT",
            Base.S3,
            "WINDLASS_FAST_ENDPOINT is missing: it must be like https://minio.storage.svc:9000, with neither path nor user; or set WINDLASS_FAST_FLAVOR to aws"),
        set(
            "WINDLASS_FAST_USE_FIPS_ENDPOINT",
            Base.S3,
            "true",
            "WINDLASS_FAST_USE_FIPS_ENDPOINT applies only where WINDLASS_FAST_FLAVOR is aws: remove it"),
        set(
            "WINDLASS_FAST_FLAVOR",
            Base.S3,
            "versitygw",
            "WINDLASS_FAST_FLAVOR=versitygw needs WINDLASS_FAST_TENANTS_TRUST_EACH_OTHER=true: keys that may write are not held to their bucket in all cases by versitygw 1.8.0; tenants of one gateway must trust each other. With WINDLASS_FAST_FLAVOR=none, the driver grants no access",
            "WINDLASS_FAST_IAM_ENDPOINT is missing: it must be like https://minio.storage.svc:9000, with neither path nor user, where 'versitygw iam' serves beside the gateway"),
        set(
            "WINDLASS_FAST_ENDPOINT",
            Base.S3,
            "minio:9000",
            "WINDLASS_FAST_ENDPOINT must be like https://minio.storage.svc:9000, with neither path nor user"),
        set(
            "WINDLASS_FAST_ENDPOINT",
            Base.S3,
            "https://user:secret@minio",
            "WINDLASS_FAST_ENDPOINT must be like https://minio.storage.svc:9000, with neither path nor user"),
        set(
            "WINDLASS_FAST_ENDPOINT",
            Base.S3,
            "http://127.0.0.1:1",
            "fast: ping the server: no answer from the server: Connect to http://127.0.0.1:1 failed: Connection refused",
            "see whether the server runs, and whether it can be reached from here: name, port, network policy, TLS"),
        without(
            "WINDLASS_FAST_CREDENTIALS",
            Base.S3,
            "WINDLASS_FAST_CREDENTIALS is missing: it must be the absolute path of a directory that is there"),
        set(
            "WINDLASS_FAST_CREDENTIALS",
            Base.S3,
            "/none/key",
            "WINDLASS_FAST_CREDENTIALS must be the absolute path of a directory that is there"),
        set(
            "WINDLASS_FAST_CA_CERTIFICATE",
            Base.S3,
            "/none/ca.pem",
            "WINDLASS_FAST_CA_CERTIFICATE must be the absolute path of a file that is there and can be read"),
        set(
            "WINDLASS_FAST_ACCOUNT",
            Base.S3,
            "shop",
            "WINDLASS_FAST_ACCOUNT does not apply to a backend of kind s3: remove it"),
        set(
            "WINDLASS_FAST_REGISTRY_BUCKET",
            Base.S3,
            "Registry_1",
            "WINDLASS_FAST_REGISTRY_BUCKET must be 3 to 63 of a-z, 0-9 and '-', with no '-' at either end"),
        set(
            "WINDLASS_FAST_MAX_CONNECTIONS",
            Base.S3,
            "0",
            "WINDLASS_FAST_MAX_CONNECTIONS must be a number from 1 to 1024"),
        set(
            "WINDLASS_FAST_CALL_TIMEOUT",
            Base.S3,
            "1h",
            "WINDLASS_FAST_CALL_TIMEOUT must be a time from 1s to 11s, like 500ms, 10s or 2m"),
        file(
            "a directory of credentials without a secret",
            Base.S3,
            (place, _) -> Files.delete(place.resolve("key/secretAccessKey")),
            "file secretAccessKey in",
            "is missing or empty: put the driver's key there",
            "correct what the message names; the administrator's key is in the files that WINDLASS_FAST_CREDENTIALS names"),
        set(
            "WINDLASS_CLOUD_ACCOUNT",
            Base.AZURE,
            "My-Shop",
            "WINDLASS_CLOUD_ACCOUNT must be 3 to 24 lower case letters and digits"),
        file(
            "an account key that is not base64",
            Base.AZURE,
            (place, _) ->
                Files.writeString(place.resolve("account/accountKey"), "secret-of-admin!"),
            "file accountKey in",
            "is no key of a storage account: those are Base64",
            "correct what the message names; the administrator's key is in the files that WINDLASS_CLOUD_CREDENTIALS names"),
        file(
            "a connection string of another account",
            Base.AZURE,
            (place, _) -> {
              Files.delete(place.resolve("account/accountKey"));
              Files.writeString(
                  place.resolve("account/connectionString"),
                  "AccountName=other;AccountKey=c2VjcmV0LW9mLWFkbWlu;EndpointSuffix=core.windows.net");
            },
            "file connectionString in",
            "is not of the storage account shop",
            "correct what the message names; the administrator's key is in the files that WINDLASS_CLOUD_CREDENTIALS names"),
        file(
            "no credentials of Azure",
            Base.AZURE,
            (place, _) -> Files.delete(place.resolve("account/accountKey")),
            "file accountKey in",
            "is missing or empty, and so is clientId: put a key of the storage account there, or the files of an identity",
            "correct what the message names; the administrator's key is in the files that WINDLASS_CLOUD_CREDENTIALS names"),
        without(
            "WINDLASS_CSI_MODE",
            Base.NODE,
            "WINDLASS_CSI_MODE is missing: it must be one of controller, node, both"),
        set(
            "WINDLASS_CSI_MODE",
            Base.NODE,
            "nodes",
            "WINDLASS_CSI_MODE must be one of controller, node, both"),
        set(
            "WINDLASS_KEYS",
            Base.NODE,
            "/dev/null",
            "WINDLASS_KEYS is of no use to a node, which has a key of its own: remove it, and the file from the node"),
        set(
            "WINDLASS_CSI_NODE_ID",
            Base.NODE,
            "a node",
            "WINDLASS_CSI_NODE_ID must be 1 to 144 letters, digits, '.', '_' and '-', the first a letter or digit"),
        set(
            "WINDLASS_CSI_MEMORY",
            Base.NODE,
            "lots",
            "WINDLASS_CSI_MEMORY must be bytes, or like 500Mi"),
        set(
            "WINDLASS_CSI_SPEC",
            Base.NODE,
            "0.3",
            "WINDLASS_CSI_SPEC must be one of 1.10, 1.11, 1.12, 1.13"),
        file(
            "keys that are none",
            Base.S3,
            (place, _) -> Files.writeString(place.resolve("keys"), "secret-of-admin"),
            "WINDLASS_KEYS must name a file of keys: a key is not base64"),
        file(
            "an empty file of keys",
            Base.S3,
            (place, _) -> Files.writeString(place.resolve("keys"), ""),
            "WINDLASS_KEYS must name a file of keys: it is missing or empty"),
        file(
            "a file where the state belongs",
            Base.NODE,
            (place, _) -> Files.createFile(place.resolve("state")),
            "is no directory",
            "name another directory with WINDLASS_CSI_STATE"),
        file(
            "a file where staging belongs",
            Base.NODE,
            (place, _) -> Files.createFile(place.resolve("staging")),
            "is no directory",
            "name another directory with WINDLASS_CSI_STAGING"),
        file(
            "a file where the run directory belongs",
            Base.NODE,
            (place, _) -> Files.createFile(place.resolve("run")),
            "is no directory",
            "name another directory with WINDLASS_CSI_RUN"),
        file(
            "a file where the socket of CSI belongs",
            Base.NODE,
            (place, _) -> Files.createFile(place.resolve("csi.sock")),
            "is there, and is no socket",
            "remove it, or choose another CSI_ENDPOINT"));
  }

  @ParameterizedTest
  @MethodSource("setups")
  void heSaysWhatIsWrong(Broken broken) throws IOException {
    Map<String, String> environment = broken.base().environment(directory);
    broken.change().apply(directory, environment);
    CommandRun doctor = CommandRun.of(environment, "doctor");
    assertThat(doctor.err()).isEmpty();
    assertThat(doctor.flat()).contains(broken.says()).doesNotContain("secret-of-admin");
    assertThat(doctor.status()).as(doctor.out()).isEqualTo(1);
  }

  /**
   * In the long form alone, because it takes as long as a name server needs to say no. The gate has
   * the server that refuses connections, among the {@link #setups}.
   */
  @Test
  @Tag("long")
  void heSaysWhichNameNobodyKnows() throws IOException {
    heSaysWhatIsWrong(
        set(
            "WINDLASS_FAST_ENDPOINT",
            Base.S3,
            "http://minio.invalid:9000",
            "no answer from the server: its name is not known here (minio.invalid",
            "see whether the server runs, and whether it can be reached from here: name, port, network policy, TLS"));
  }

  @Test
  void heSaysWhichAddressSomebodyElseHas() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();
      heSaysWhatIsWrong(
          set(
              "WINDLASS_METRICS_ADDRESS",
              Base.COSI,
              address,
              "metrics cannot be served on /" + address,
              "set WINDLASS_METRICS_ADDRESS to another address"));
      heSaysWhatIsWrong(
          file(
              "renewals",
              Base.COSI,
              (place, environment) -> {
                environment.put("WINDLASS_CSI_MODE", "controller");
                environment.put("CSI_ENDPOINT", "unix://" + place.resolve("csi.sock"));
                environment.put("WINDLASS_CSI_RENEWAL_ADDRESS", address);
                environment.put("WINDLASS_KEYS", keys(place).toString());
              },
              "renewals cannot be served on /" + address,
              "set WINDLASS_CSI_RENEWAL_ADDRESS to another address"));
    }
  }

  @Test
  void heWarnsOfJdksInWhichThreadsSleepForEver() {
    assertThat(jdk("25.0.3+9").mark()).isEqualTo(Finding.Mark.REMARK);
    assertThat(jdk("25.0.3+9").next()).startsWith("run JDK 25.0.4 or newer");
    for (String sound : List.of("25.0.4+1", "25.1", "26")) {
      assertThat(jdk(sound).mark()).as(sound).isEqualTo(Finding.Mark.FINE);
    }
  }

  private static Finding jdk(String version) {
    return new JdkCheck(Runtime.Version.parse(version), "a vendor").check();
  }

  @Test
  void thereAreFortyOfThem() {
    assertThat(setups()).hasSizeGreaterThanOrEqualTo(40);
  }
}
