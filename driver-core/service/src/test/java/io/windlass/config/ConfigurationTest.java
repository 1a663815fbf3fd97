package io.windlass.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windlass.http.HttpSettings;
import io.windlass.http.Proxies;
import io.windlass.observe.LogSettings;
import io.windlass.rpc.ServerSettings;
import io.windlass.rpc.Transport;
import io.windlass.rpc.UnixEndpoint;
import io.windlass.secret.Keyring;
import io.windlass.setting.Setting;
import io.windlass.store.local.LocalConfig;
import io.windlass.store.s3.DriverCredentials;
import io.windlass.store.s3.S3Config;
import io.windlass.store.s3.access.OidcProvider;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Connection.Encryption;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.client.S3Role;
import io.windlass.testing.Authorities;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.Level;

class ConfigurationTest {
  private static final String PROVIDER =
      "arn:aws:iam::000000000000:oidc-provider/oidc.eks.eu-west-1.amazonaws.com/id/0";
  private static final String BOUNDARY = "arn:aws:iam::000000000000:policy/team/limits";
  private static final String CANARY = "canary-4be1";

  @TempDir private Path directory;
  private final Map<String, String> environment = new TreeMap<>();

  @BeforeEach
  void files() throws IOException {
    Files.createDirectory(directory.resolve("credentials"));
    Files.writeString(directory.resolve("keys"), Keyring.generate().reveal());
    Files.writeString(directory.resolve("ca.pem"), Authorities.pem());
    environment.put("HOME", "/home/me");
    environment.put("PATH", "/bin");
  }

  /** One S3 backend, with what has to be set and no more. */
  private void minimal() {
    environment.put("WINDLASS_BACKENDS", "fast");
    environment.put("WINDLASS_KEYS", path("keys"));
    environment.put("WINDLASS_FAST_KIND", "s3");
    environment.put("WINDLASS_FAST_FLAVOR", "minio");
    environment.put("WINDLASS_FAST_ENDPOINT", "http://minio:9000");
    environment.put("WINDLASS_FAST_CREDENTIALS", path("credentials"));
  }

  /** Every setting there is, none at its default. */
  private void everything() {
    minimal();
    environment.put("WINDLASS_BACKENDS", "fast, very-cold");
    environment.put("COSI_ENDPOINT", "unix:///run/cosi/driver.sock");
    environment.put("WINDLASS_DRIVER_NAME", "storage.example.com");
    environment.put("WINDLASS_SOCKET_MODE", "0600");
    environment.put("WINDLASS_SOCKET_GROUP", "65532");
    environment.put("WINDLASS_STOP_TIMEOUT", "5s");
    environment.put("WINDLASS_UNDO_AFTER", "50h");
    environment.put("WINDLASS_POD_UID", "0b6c");
    environment.put("WINDLASS_METRICS_ADDRESS", "127.0.0.1:9090");
    environment.put("WINDLASS_LOG_LEVEL", "debug");
    environment.put("WINDLASS_LOG_FORMAT", "json");
    environment.put("WINDLASS_FAST_PUBLIC_ENDPOINT", "https://s3.example.com");
    environment.put("WINDLASS_FAST_REGION", "eu-north-1");
    environment.put("WINDLASS_FAST_REGIONS", "eu-north-1");
    environment.put("WINDLASS_FAST_PATH_STYLE", "false");
    environment.put("WINDLASS_FAST_SSE", "aws:kms");
    environment.put("WINDLASS_FAST_SSE_KMS_KEY_ID", "alias/volumes");
    environment.put("WINDLASS_FAST_USE_DUALSTACK_ENDPOINT", "false");
    environment.put("WINDLASS_FAST_USE_FIPS_ENDPOINT", "false");
    environment.put("WINDLASS_FAST_CALL_TIMEOUT", "2500ms");
    environment.put("WINDLASS_FAST_MAX_CONNECTIONS", "7");
    environment.put("WINDLASS_FAST_CREDENTIALS_FROM", "files");
    environment.put("WINDLASS_FAST_CREDENTIALS_ROLE", "arn:aws:iam::000000000000:role/other");
    environment.put("WINDLASS_FAST_CREDENTIALS_EXTERNAL_ID", "team-7");
    environment.put("WINDLASS_FAST_IAM_ENDPOINT", "https://iam.example.com");
    environment.put("WINDLASS_FAST_STS_ENDPOINT", "https://sts.example.com");
    environment.put("WINDLASS_FAST_CA_CERTIFICATE", path("ca.pem"));
    environment.put("WINDLASS_FAST_PROXY", "http://proxy.example:3128");
    environment.put("WINDLASS_FAST_FLAVOR", "aws");
    environment.put("WINDLASS_FAST_TENANTS_TRUST_EACH_OTHER", "false");
    environment.put("WINDLASS_FAST_OIDC_PROVIDER", PROVIDER);
    environment.put("WINDLASS_FAST_PERMISSIONS_BOUNDARY", BOUNDARY);
    environment.put("WINDLASS_FAST_ROLE_ARN", "arn:aws:iam::000000000000:role/volumes");
    environment.put("WINDLASS_FAST_ROLE_TOKEN_FILE", path("ca.pem"));
    environment.put("WINDLASS_FAST_SESSION_LIFE", "15m");
    environment.put("WINDLASS_FAST_REGISTRY_BUCKET", "records");
    environment.put("WINDLASS_FAST_REGISTRY_CREATE", "false");
    environment.put("WINDLASS_VERY_COLD_KIND", "local");
    environment.put("WINDLASS_VERY_COLD_DIRECTORY", "/srv/cold");
    environment.put("WINDLASS_VERY_COLD_LISTEN", "127.0.0.1:9001");
  }

  private String path(String file) {
    return directory.resolve(file).toString();
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private Configuration read() throws ConfigurationException {
    return Configuration.read(environment, Kinds.ALL);
  }

  private List<String> problems() {
    return catchThrowableOfType(ConfigurationException.class, this::read).problems();
  }

  @Test
  void nothingConfiguredIsOneLocalBackend() throws Exception {
    assertThat(read())
        .isEqualTo(
            new Configuration(
                "cosi.windlass.io",
                new ServerSettings(
                    UnixEndpoint.parse("unix:///var/lib/cosi/cosi.sock"),
                    0660,
                    Optional.empty(),
                    Duration.ofSeconds(20),
                    Transport.best()),
                Optional.empty(),
                List.of(
                    new BackendEntry(
                        new LocalConfig(
                            "local",
                            Path.of("/home/me/.local/share/windlass/local"),
                            loopback(15900),
                            "us-east-1"),
                        new RegistryConfig("windlass-registry", true),
                        List.of())),
                Optional.empty(),
                Duration.ofHours(24),
                Optional.empty(),
                new LogSettings(Level.INFO, LogSettings.Format.AUTO)));
  }

  @Test
  void theLocalBackendThatIsThereByItselfCanBeAdjusted() throws Exception {
    environment.put("WINDLASS_LOCAL_DIRECTORY", "/data");
    assertThat(read().backends())
        .singleElement()
        .extracting(BackendEntry::config)
        .isInstanceOfSatisfying(
            LocalConfig.class, local -> assertThat(local.directory()).isEqualTo(Path.of("/data")));
  }

  @Test
  void dataHomeIsThatOfXdg() throws Exception {
    environment.put("XDG_DATA_HOME", "/data/home");
    assertThat(read().backends())
        .singleElement()
        .extracting(BackendEntry::config)
        .isInstanceOfSatisfying(
            LocalConfig.class,
            local -> assertThat(local.directory()).isEqualTo(Path.of("/data/home/windlass/local")));
  }

  @Test
  void defaultsOfAnS3Backend() throws Exception {
    minimal();
    assertThat(read().backends())
        .singleElement()
        .satisfies(fast -> {
          assertThat(fast.name()).isEqualTo("fast");
          assertThat(fast.registry()).isEqualTo(new RegistryConfig("windlass-registry", true));
          S3Config s3 = (S3Config) fast.config();
          assertThat(s3.publicEndpoint()).isEmpty();
          assertThat(s3.connection()).isEqualTo(S3Connection.to(URI.create("http://minio:9000")));
        });
  }

  @Test
  void theProxyIsThatOfTheEnvironmentUnlessASettingSaysOtherwise() throws Exception {
    minimal();
    environment.put("http_proxy", "http://user:canary@proxy.example:3128");
    S3Config s3 = (S3Config) read().backends().getFirst().config();
    assertThat(s3.connection().http().proxies().of(s3.connection().endpoint()).orElseThrow())
        .hasToString("http://proxy.example:3128");
    assertThat(s3.toString()).doesNotContain("canary");

    environment.put("WINDLASS_FAST_PROXY", "none");
    s3 = (S3Config) read().backends().getFirst().config();
    assertThat(s3.connection().http().proxies()).isEqualTo(Proxies.none());
  }

  @Test
  void everythingExplicit() throws Exception {
    everything();
    Configuration configuration = read();
    assertThat(configuration.driverName()).isEqualTo("storage.example.com");
    assertThat(configuration.cosi())
        .isEqualTo(
            new ServerSettings(
                UnixEndpoint.parse("unix:///run/cosi/driver.sock"),
                0600,
                Optional.of("65532"),
                Duration.ofSeconds(5),
                Transport.best()));
    assertThat(configuration.keys()).contains(directory.resolve("keys"));
    assertThat(configuration.metrics()).contains(loopback(9090));
    assertThat(configuration.undoAfter()).isEqualTo(Duration.ofHours(50));
    assertThat(configuration.log())
        .isEqualTo(new LogSettings(Level.DEBUG, LogSettings.Format.JSON));
    assertThat(configuration.backends()).hasSize(2);
    BackendEntry fast = configuration.backends().getFirst();
    S3Config s3 = (S3Config) fast.config();
    assertThat(fast.registry()).isEqualTo(new RegistryConfig("records", false));
    assertThat(s3.flavor()).isEqualTo(S3Flavor.AWS);
    assertThat(s3.oidcProvider().map(OidcProvider::arn)).contains(PROVIDER);
    assertThat(s3.permissionsBoundary()).contains(BOUNDARY);
    assertThat(s3.credentials())
        .isInstanceOfSatisfying(
            DriverCredentials.Role.class,
            role ->
                assertThat(role.with())
                    .isInstanceOfSatisfying(
                        DriverCredentials.Files.class,
                        files ->
                            assertThat(files.directory().path())
                                .isEqualTo(directory.resolve("credentials"))));
    assertThat(s3.publicEndpoint()).contains(URI.create("https://s3.example.com"));
    assertThat(s3.role())
        .contains(
            new S3Role(
                "arn:aws:iam::000000000000:role/volumes",
                Optional.of(URI.create("https://sts.example.com")),
                Duration.ofMinutes(15),
                Optional.of(directory.resolve("ca.pem"))));
    assertThat(s3.connection())
        .isEqualTo(
            new S3Connection(
                URI.create("http://minio:9000"),
                "eu-north-1",
                false,
                7,
                new HttpSettings(
                    Duration.ofMillis(2500),
                    Duration.ofMillis(2500),
                    Optional.of(directory.resolve("ca.pem")),
                    Proxies.ofSetting("http://proxy.example:3128")),
                Optional.of(new Encryption("aws:kms", Optional.of("alias/volumes"))),
                false));
    assertThat(configuration.backends().getLast())
        .isEqualTo(
            new BackendEntry(
                new LocalConfig("very-cold", Path.of("/srv/cold"), loopback(9001), "us-east-1"),
                new RegistryConfig("windlass-registry", true),
                List.of()));
  }

  @ParameterizedTest
  @CsvSource({"OIDC_PROVIDER, " + PROVIDER, "PERMISSIONS_BOUNDARY, " + BOUNDARY})
  void whatAwsAloneHasIsRefusedForOtherServers(String setting, String value) {
    minimal();
    environment.put("WINDLASS_FAST_" + setting, value);
    assertThat(problems())
        .singleElement()
        .asString()
        .startsWith("WINDLASS_FAST_%s is for WINDLASS_FAST_FLAVOR=aws".formatted(setting));
  }

  private void versitygw() {
    minimal();
    environment.put("WINDLASS_FAST_FLAVOR", "versitygw");
    environment.put("WINDLASS_FAST_IAM_ENDPOINT", "http://iam:7070");
  }

  /** Who does not say it has read nothing of what keys are not held to there. */
  @Test
  void keysOfVersitygwTakeTheWordOfAnAdministrator() throws Exception {
    versitygw();
    for (String word : List.of("", "false")) {
      environment.put("WINDLASS_FAST_TENANTS_TRUST_EACH_OTHER", word);
      assertThat(problems())
          .containsExactly(
              "WINDLASS_FAST_FLAVOR=versitygw needs WINDLASS_FAST_TENANTS_TRUST_EACH_OTHER=true:"
                  + " keys that may write are not held to their bucket in all cases by versitygw"
                  + " 1.8.0; tenants of one gateway must trust each other. With"
                  + " WINDLASS_FAST_FLAVOR=none, the driver grants no access");
    }
    environment.put("WINDLASS_FAST_TENANTS_TRUST_EACH_OTHER", "true");
    environment.put("WINDLASS_FAST_OIDC_PROVIDER", PROVIDER);
    S3Config s3 = (S3Config) read().backends().getFirst().config();
    assertThat(s3.flavor()).isEqualTo(S3Flavor.VERSITYGW);
    assertThat(s3.oidcProvider().map(OidcProvider::arn)).contains(PROVIDER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "rgw", "aws", "minio"})
  void theWordIsForVersitygwAlone(String flavor) throws Exception {
    minimal();
    environment.put("WINDLASS_FAST_FLAVOR", flavor);
    assertThat(read().backends()).hasSize(1);
    environment.put("WINDLASS_FAST_TENANTS_TRUST_EACH_OTHER", "true");
    assertThat(problems())
        .containsExactly(
            "WINDLASS_FAST_TENANTS_TRUST_EACH_OTHER is for WINDLASS_FAST_FLAVOR=versitygw: remove"
                + " it");
  }

  @Test
  void versitygwHasItsIamElsewhereAndRolesForTokensAlone() throws Exception {
    versitygw();
    environment.put("WINDLASS_FAST_TENANTS_TRUST_EACH_OTHER", "true");
    environment.remove("WINDLASS_FAST_IAM_ENDPOINT");
    environment.put("WINDLASS_FAST_ROLE_ARN", "arn:aws:iam::000000000000:role/volumes");
    environment.put("WINDLASS_FAST_CREDENTIALS_ROLE", "arn:aws:iam::000000000000:role/driver");
    assertThat(problems())
        .containsExactly(
            "WINDLASS_FAST_IAM_ENDPOINT is missing: it must be like"
                + " https://minio.storage.svc:9000, with neither path nor user, where 'versitygw"
                + " iam' serves beside the gateway",
            "WINDLASS_FAST_ROLE_ARN needs WINDLASS_FAST_ROLE_TOKEN_FILE where"
                + " WINDLASS_FAST_FLAVOR=versitygw, which has no AssumeRole: set that too, or remove"
                + " it",
            "WINDLASS_FAST_CREDENTIALS_ROLE does not apply where WINDLASS_FAST_FLAVOR=versitygw,"
                + " which has no AssumeRole: remove it");
    environment.put("WINDLASS_FAST_IAM_ENDPOINT", "http://iam:7070");
    environment.put("WINDLASS_FAST_ROLE_TOKEN_FILE", path("ca.pem"));
    environment.remove("WINDLASS_FAST_CREDENTIALS_ROLE");
    S3Config s3 = (S3Config) read().backends().getFirst().config();
    assertThat(s3.role().flatMap(S3Role::stsEndpoint)).contains(URI.create("http://iam:7070"));
  }

  @Test
  void aLifeOfSessionsThatNobodyHasIsRefused() {
    minimal();
    environment.put("WINDLASS_FAST_SESSION_LIFE", "15m");
    environment.put("WINDLASS_FAST_ROLE_TOKEN_FILE", path("ca.pem"));
    assertThat(problems())
        .containsExactly(
            "WINDLASS_FAST_ROLE_TOKEN_FILE has a meaning only with WINDLASS_FAST_ROLE_ARN: set that"
                + " too, or remove it",
            "WINDLASS_FAST_SESSION_LIFE has a meaning only with WINDLASS_FAST_ROLE_ARN: set that"
                + " too, or remove it");
  }

  /** "Roles terms and concepts", role chaining. Other servers have no such limit. */
  @ParameterizedTest
  @CsvSource({"CREDENTIALS_ROLE, arn:aws:iam::000000000000:role/other", "CREDENTIALS_FROM, chain"})
  void aRoleThatAssumesAnotherHasItForAnHourOnAws(String setting, String value) throws Exception {
    minimal();
    environment.put("WINDLASS_FAST_FLAVOR", "aws");
    environment.put("WINDLASS_FAST_ROLE_ARN", "arn:aws:iam::000000000000:role/volumes");
    environment.put("WINDLASS_FAST_SESSION_LIFE", "61m");
    assertThat(read().backends()).hasSize(1);
    environment.put("WINDLASS_FAST_" + setting, value);
    if (value.equals("chain")) {
      environment.remove("WINDLASS_FAST_CREDENTIALS");
    }
    assertThat(problems())
        .singleElement()
        .asString()
        .startsWith("WINDLASS_FAST_SESSION_LIFE must be at most 1h with WINDLASS_FAST_" + setting);
    environment.put("WINDLASS_FAST_FLAVOR", "rgw");
    assertThat(read().backends()).hasSize(1);
    environment.put("WINDLASS_FAST_FLAVOR", "aws");
    environment.put("WINDLASS_FAST_ROLE_TOKEN_FILE", path("ca.pem")); // assumes no other
    assertThat(read().backends()).hasSize(1);
    environment.remove("WINDLASS_FAST_ROLE_TOKEN_FILE");
    environment.put("WINDLASS_FAST_SESSION_LIFE", "60m");
    assertThat(read().backends()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "http://MINIO:9000/, minio, windlass-registry, true",
    "http://minio:9000, minio, records, false",
    "http://minio:9001, minio, windlass-registry, false",
    // Tenants have buckets of the same names.
    "http://minio:9000, rgw, windlass-registry, false",
  })
  void noTwoBackendsKeepTheirRecordsInOneBucket(
      String endpoint, String flavor, String registry, boolean same) throws Exception {
    minimal();
    environment.put("WINDLASS_BACKENDS", "fast,slow");
    environment.put("WINDLASS_SLOW_KIND", "s3");
    environment.put("WINDLASS_SLOW_CREDENTIALS", path("credentials"));
    environment.put("WINDLASS_FAST_FLAVOR", flavor);
    environment.put("WINDLASS_SLOW_FLAVOR", flavor);
    environment.put("WINDLASS_SLOW_ENDPOINT", endpoint);
    environment.put("WINDLASS_SLOW_REGISTRY_BUCKET", registry);
    if (same) {
      assertThat(problems())
          .containsExactly(
              "WINDLASS_SLOW_REGISTRY_BUCKET must name another bucket than that of backend fast on"
                  + " the same server: backend slow would take the other's records for its own");
    } else {
      assertThat(read().backends()).hasSize(2);
    }
  }

  /** A setting that is added to the table has to be added to {@link #everything}. */
  @Test
  void everythingIsEverySetting() {
    everything();
    Set<String> names = new TreeSet<>();
    Settings.GLOBAL.forEach(setting -> names.add(setting.name()));
    BackendSettings backends = new BackendSettings(Kinds.ALL);
    for (Setting<?> setting : backends.all()) {
      boolean s3 = backends.has(Kinds.S3, setting);
      names.add(BackendVariables.variable(s3 ? "fast" : "very-cold", setting));
    }
    assertThat(environment.keySet()).containsAll(names);
  }

  @Test
  void emptyCountsAsNotSet() throws Exception {
    for (Setting<?> setting : Settings.GLOBAL) {
      environment.put(setting.name(), "");
    }
    assertThat(read().driverName()).isEqualTo("cosi.windlass.io");
  }

  /** The message about a wrong value names the variable and not the value. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "COSI_ENDPOINT | unix:///run/driver.socket | must be like unix:///var/lib/cosi/cosi.sock",
        "COSI_ENDPOINT | tcp://localhost:1.sock | must be like unix:///var/lib/cosi/cosi.sock",
        "WINDLASS_DRIVER_NAME | Windlass.io | must be a DNS name",
        "WINDLASS_DRIVER_NAME | windlass.1o | must be a DNS name",
        "WINDLASS_DRIVER_NAME | windlass-.io | must be a DNS name",
        "WINDLASS_BACKENDS | Fast | must be names separated by commas",
        "WINDLASS_BACKENDS | fast,fast | must be names separated by commas",
        "WINDLASS_BACKENDS | a,,b | must be names separated by commas",
        "WINDLASS_KEYS | /no/such/file | must be the absolute path of a file that is there",
        "WINDLASS_SOCKET_MODE | 0888 | must be an octal number",
        "WINDLASS_SOCKET_MODE | 66 | must be an octal number",
        "WINDLASS_SOCKET_GROUP | a b | must be the name or number of a group",
        "WINDLASS_STOP_TIMEOUT | 20 | must be a time from 0s to 600s",
        "WINDLASS_STOP_TIMEOUT | 11m | must be a time from 0s to 600s",
        "WINDLASS_METRICS_ADDRESS | 9090 | must be host:port",
        "WINDLASS_METRICS_ADDRESS | localhost:99999 | must be host:port",
        "WINDLASS_LOG_LEVEL | verbose | must be one of error, warn, info, debug, trace",
        "WINDLASS_LOG_FORMAT | xml | must be one of auto, text, json",
        "WINDLASS_FAST_KIND | nfs | must be one of s3, local",
        "WINDLASS_FAST_FLAVOR | ceph | must be one of aws, rgw, seaweedfs, versitygw, minio, none",
        "WINDLASS_FAST_TENANTS_TRUST_EACH_OTHER | yes | must be true or false",
        "WINDLASS_FAST_ENDPOINT | minio:9000 | must be like https://",
        "WINDLASS_FAST_ENDPOINT | http://minio:99999 | must be like https://",
        "WINDLASS_FAST_ENDPOINT | http://minio:0 | must be like https://",
        "WINDLASS_FAST_PUBLIC_ENDPOINT | http://minio:65536 | must be like https://",
        "WINDLASS_FAST_STS_ENDPOINT | http://minio:0 | must be like https://",
        "WINDLASS_FAST_ENDPOINT | http://u:p@minio | must be like https://",
        "WINDLASS_FAST_ENDPOINT | http://minio/path | must be like https://",
        "WINDLASS_FAST_PUBLIC_ENDPOINT | ftp://minio | must be like https://",
        "WINDLASS_FAST_REGION | eu north | must be 1 to 63 letters",
        "WINDLASS_FAST_PATH_STYLE | yes | must be true or false",
        "WINDLASS_FAST_SSE | kms | must be AES256, aws:kms or aws:kms:dsse",
        "WINDLASS_FAST_SSE_KMS_KEY_ID | a b | must be the id, the ARN or the alias of a key",
        "WINDLASS_FAST_CREDENTIALS | /no/such/directory | must be the absolute path of a directory",
        "WINDLASS_FAST_CREDENTIALS_FROM | env | must be one of files, chain",
        "WINDLASS_FAST_CREDENTIALS_ROLE | driver | must be the ARN of a role",
        "WINDLASS_FAST_CALL_TIMEOUT | 999ms | must be a time from 1s to 11s",
        "WINDLASS_FAST_PROXY | http://user:canary@proxy:3128 | must be none, or an HTTP proxy like",
        "WINDLASS_FAST_CALL_TIMEOUT | 12s | must be a time from 1s to 11s",
        "WINDLASS_FAST_ROLE_ARN | volumes | must be the ARN of a role",
        "WINDLASS_FAST_OIDC_PROVIDER | https://oidc.example | must be the ARN of an OIDC provider",
        "WINDLASS_FAST_PERMISSIONS_BOUNDARY | limits | must be the ARN of a policy",
        "WINDLASS_FAST_SESSION_LIFE | 14m | must be a time from 900s to 43200s",
        "WINDLASS_FAST_MAX_CONNECTIONS | 0 | must be a number from 1 to 1024",
        "WINDLASS_FAST_CA_CERTIFICATE | /no/such/file | must be the absolute path of a file",
        "WINDLASS_FAST_CA_CERTIFICATE | /dev/null | must be the absolute path of a file",
        "WINDLASS_FAST_REGISTRY_BUCKET | Records | must be 3 to 63 of",
        "WINDLASS_FAST_REGISTRY_CREATE | 1 | must be true or false",
        "WINDLASS_VERY_COLD_DIRECTORY | data | must be an absolute path",
        "WINDLASS_VERY_COLD_LISTEN | 0.0.0.0:9000 | must be host:port of this machine",
        "WINDLASS_VERY_COLD_LISTEN | 127.0.0.1 | must be host:port of this machine",
      })
  void wrongValuesAreRefused(String variable, String value, String right) {
    everything();
    environment.put(variable, value);
    assertThat(problems())
        .anySatisfy(problem -> assertThat(problem).startsWith(variable + " " + right))
        .noneSatisfy(problem -> assertThat(problem).contains(" " + value + " "));
    // What is as long as a secret may be one.
    assertThat(problems().stream().anyMatch(problem -> problem.endsWith("is '" + value + "'")))
        .isEqualTo(value.length() < 8);
  }

  @Test
  void everySettingCanBeWrong() {
    everything();
    int checked = 0;
    for (String variable : List.copyOf(environment.keySet())) {
      if (variable.startsWith("WINDLASS_") || variable.startsWith("COSI_")) {
        String before = environment.put(variable, CANARY + " !");
        assertThat(problems())
            .anySatisfy(problem -> assertThat(problem).startsWith(variable + " "))
            .noneSatisfy(problem -> assertThat(problem).contains(CANARY));
        environment.put(variable, String.valueOf(before));
        checked++;
      }
    }
    assertThat(checked)
        .isGreaterThanOrEqualTo(
            Settings.GLOBAL.size() + new BackendSettings(Kinds.ALL).all().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"KIND", "FLAVOR", "ENDPOINT", "CREDENTIALS"})
  void whatIsRequiredOfAnS3BackendIsNamed(String setting) {
    minimal();
    environment.remove("WINDLASS_FAST_" + setting);
    assertThat(problems())
        .anySatisfy(problem ->
            assertThat(problem)
                .startsWith("WINDLASS_FAST_" + setting + " is missing: it must be "));
  }

  @Test
  void theDriversOwnCredentialsMayBeThoseOfItsPodOrMachine() throws Exception {
    minimal();
    environment.put("WINDLASS_FAST_CREDENTIALS_FROM", "chain");
    assertThat(problems())
        .containsExactly(
            "WINDLASS_FAST_CREDENTIALS does not apply where WINDLASS_FAST_CREDENTIALS_FROM is"
                + " chain: remove it");
    environment.remove("WINDLASS_FAST_CREDENTIALS");
    assertThat(credentials()).isEqualTo(new DriverCredentials.Instance());

    environment.put("AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://169.254.170.23/v1/credentials");
    assertThat(credentials()).isEqualTo(new DriverCredentials.Container());

    environment.put("AWS_WEB_IDENTITY_TOKEN_FILE", "/var/run/token");
    assertThat(problems())
        .singleElement()
        .asString()
        .startsWith("AWS_ROLE_ARN must be the ARN of a role");
    environment.put("AWS_ROLE_ARN", "arn:aws:iam::000000000000:role/driver");
    Optional<URI> minio = Optional.of(URI.create("http://minio:9000"));
    assertThat(credentials())
        .isEqualTo(
            new DriverCredentials.WebIdentity(
                "arn:aws:iam::000000000000:role/driver",
                Path.of("/var/run/token"),
                "windlass",
                minio));

    environment.put("WINDLASS_FAST_ENDPOINT", "https://s3.eu-north-1.amazonaws.com");
    environment.put("WINDLASS_FAST_CREDENTIALS_EXTERNAL_ID", "team-7");
    assertThat(problems())
        .containsExactly(
            "WINDLASS_FAST_CREDENTIALS_EXTERNAL_ID has a meaning only with"
                + " WINDLASS_FAST_CREDENTIALS_ROLE: set that too, or remove it");
    environment.put("WINDLASS_FAST_CREDENTIALS_ROLE", "arn:aws:iam::000000000000:role/other");
    assertThat(credentials())
        .isEqualTo(
            new DriverCredentials.Role(
                "arn:aws:iam::000000000000:role/other",
                Optional.of("team-7"),
                new DriverCredentials.WebIdentity(
                    "arn:aws:iam::000000000000:role/driver",
                    Path.of("/var/run/token"),
                    "windlass",
                    Optional.empty()),
                Optional.empty()));
  }

  private void aws() {
    minimal();
    environment.put("WINDLASS_FAST_FLAVOR", "aws");
    environment.put("WINDLASS_FAST_REGION", "eu-north-1");
    environment.remove("WINDLASS_FAST_ENDPOINT");
  }

  private S3Connection connection() throws ConfigurationException {
    return ((S3Config) read().backends().getFirst().config()).connection();
  }

  @Test
  void onAwsTheEndpointIsThatOfTheRegion() throws Exception {
    aws();
    S3Connection usual =
        S3Connection.to(URI.create("https://s3.eu-north-1.amazonaws.com"))
            .withRegion("eu-north-1")
            .withPathStyle(false);
    assertThat(connection()).isEqualTo(usual);
    environment.put("WINDLASS_FAST_PATH_STYLE", "true");
    assertThat(connection()).isEqualTo(usual.withPathStyle(true));
    environment.put("WINDLASS_FAST_USE_DUALSTACK_ENDPOINT", "true");
    environment.put("WINDLASS_FAST_USE_FIPS_ENDPOINT", "true");
    assertThat(connection().endpoint())
        .hasToString("https://s3-fips.dualstack.eu-north-1.amazonaws.com");
    environment.put("WINDLASS_FAST_USE_FIPS_ENDPOINT", "false");
    environment.put("WINDLASS_FAST_REGION", "cn-north-1");
    assertThat(connection().endpoint())
        .hasToString("https://s3.dualstack.cn-north-1.amazonaws.com.cn");
  }

  @Test
  void anEndpointOfOnesOwnOnAwsStays() throws Exception {
    aws();
    environment.put(
        "WINDLASS_FAST_ENDPOINT", "https://bucket.vpce-1a-2b.s3.eu-north-1.vpce.amazonaws.com");
    assertThat(connection().pathStyle()).isFalse();
    environment.put("WINDLASS_FAST_ENDPOINT", "http://gateway:9000");
    assertThat(connection().pathStyle()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"USE_DUALSTACK_ENDPOINT", "USE_FIPS_ENDPOINT"})
  void whatIsOnlyForAwsIsRefusedElsewhere(String setting) {
    aws();
    environment.put("WINDLASS_FAST_" + setting, "true");
    environment.put("WINDLASS_FAST_ENDPOINT", "https://s3.eu-north-1.amazonaws.com");
    assertThat(problems())
        .containsExactly(
            ("WINDLASS_FAST_%s does not apply where WINDLASS_FAST_ENDPOINT is set: remove one of"
                    + " them")
                .formatted(setting));
    environment.put("WINDLASS_FAST_FLAVOR", "minio");
    assertThat(problems())
        .containsExactly(
            "WINDLASS_FAST_%s applies only where WINDLASS_FAST_FLAVOR is aws: remove it"
                .formatted(setting));
  }

  @Test
  void endpointsThatAwsHasNotAreRefused() {
    aws();
    environment.put("WINDLASS_FAST_USE_FIPS_ENDPOINT", "true");
    environment.put("WINDLASS_FAST_REGION", "cn-northwest-1");
    assertThat(problems())
        .containsExactly(
            "WINDLASS_FAST_USE_FIPS_ENDPOINT: AWS has no such endpoints in the region of"
                + " WINDLASS_FAST_REGION: remove it");
  }

  private DriverCredentials credentials() throws ConfigurationException {
    return ((S3Config) read().backends().getFirst().config()).credentials();
  }

  @Test
  void keysAreRequiredUnlessAllIsLocal() {
    minimal();
    environment.remove("WINDLASS_KEYS");
    assertThat(problems())
        .singleElement()
        .satisfies(problem ->
            assertThat(problem)
                .startsWith("WINDLASS_KEYS is missing")
                .contains("openssl rand -base64 32"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", CANARY, "Y2FuYXJ5LTRiZTE="})
  void keysThatAreNoneAreToldWithoutThem(String content) throws IOException {
    minimal();
    Files.writeString(directory.resolve("keys"), content);
    assertThat(problems())
        .singleElement()
        .satisfies(problem ->
            assertThat(problem)
                .startsWith("WINDLASS_KEYS must name a file of keys: ")
                .doesNotContain(CANARY)
                .doesNotContain("Y2FuYXJ5"));
  }

  @Test
  void allProblemsAreReportedTogether() {
    everything();
    environment.put("WINDLASS_DRIVER_NAME", "?");
    environment.put("WINDLASS_FAST_REGION", "?");
    environment.put("WINDLASS_VERY_COLD_LISTEN", "?");
    environment.put("WINDLASS_NONSENSE", "?");
    environment.remove("WINDLASS_KEYS");
    assertThat(problems()).hasSize(5);
    assertThat(catchThrowableOfType(ConfigurationException.class, this::read))
        .hasMessageContainingAll("DRIVER_NAME", "REGION", "LISTEN", "NONSENSE", "KEYS");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "WINDLASS_BACKEND | did you mean WINDLASS_BACKENDS?",
        "WINDLASS_LOGLEVEL | did you mean WINDLASS_LOG_LEVEL?",
        "WINDLASS_FAST_ENDPIONT | did you mean WINDLASS_FAST_ENDPOINT?",
        "WINDLASS_FAST_CREDENTIAL | did you mean WINDLASS_FAST_CREDENTIALS?",
        "WINDLASS_ARCHIVE_ENDPOINT | is for a backend that WINDLASS_BACKENDS does not name",
        "WINDLASS_NONSENSE | is no setting: remove it",
        "WINDLASS_FAST_SECRET_KEY | secrets do not belong in the environment",
        "WINDLASS_FAST_ACCESS_KEY_ID | secrets do not belong in the environment",
        "WINDLASS_FAST_PASSWORD | secrets do not belong in the environment",
        "WINDLASS_KEY | secrets do not belong in the environment",
      })
  void unknownNamesAreRefused(String variable, String right) {
    minimal();
    environment.put(variable, CANARY);
    assertThat(problems())
        .singleElement()
        .satisfies(problem ->
            assertThat(problem).startsWith(variable + " ").contains(right).doesNotContain(CANARY));
  }

  @Test
  void namesOfOthersAreNot() throws Exception {
    minimal();
    environment.put("COSI_SOMETHING", "of the specs");
    environment.put("AWS_SECRET_ACCESS_KEY", "of somebody else");
    environment.put("WINDLASS_TEST_SERVERS", "of the tests");
    assertThat(read().backends()).hasSize(1);
  }

  /** For a Service called windlass or windlass-metrics, every pod gets such variables. */
  @Test
  void serviceLinksOfKubernetesAreNotTakenForSettings() throws Exception {
    for (String service : List.of("WINDLASS", "WINDLASS_METRICS")) {
      environment.put(service + "_SERVICE_HOST", "10.0.0.1");
      environment.put(service + "_SERVICE_PORT", "9090");
      environment.put(service + "_SERVICE_PORT_HTTP_METRICS", "9090");
      environment.put(service + "_PORT", "tcp://10.0.0.1:9090");
      environment.put(service + "_PORT_9090_TCP", "tcp://10.0.0.1:9090");
      environment.put(service + "_PORT_9090_TCP_PROTO", "tcp");
      environment.put(service + "_PORT_9090_TCP_PORT", "9090");
      environment.put(service + "_PORT_9090_TCP_ADDR", "10.0.0.1");
    }
    assertThat(read().backends()).hasSize(1);
  }

  @Test
  void settingsOfAnotherKindAreRefused() {
    everything();
    environment.put("WINDLASS_FAST_LISTEN", "127.0.0.1:0");
    environment.put("WINDLASS_VERY_COLD_ENDPOINT", "http://minio:9000");
    assertThat(problems())
        .containsExactly(
            "WINDLASS_FAST_LISTEN does not apply to a backend of kind s3: remove it",
            "WINDLASS_VERY_COLD_ENDPOINT does not apply to a backend of kind local: remove it");
  }

  @Test
  void aStorageAccountOfAzure() throws Exception {
    environment.put("WINDLASS_BACKENDS", "cloud,china");
    environment.put("WINDLASS_CLOUD_KIND", "azure");
    environment.put("WINDLASS_CLOUD_ACCOUNT", "account");
    environment.put("WINDLASS_CLOUD_CREDENTIALS", directory.toString());
    environment.put("WINDLASS_CHINA_KIND", "azure");
    environment.put("WINDLASS_CHINA_ACCOUNT", "account");
    environment.put("WINDLASS_CHINA_ENDPOINT", "https://account.blob.core.chinacloudapi.cn");
    environment.put("WINDLASS_CHINA_CREDENTIALS", directory.toString());
    environment.put("WINDLASS_KEYS", path("keys"));
    assertThat(Configuration.read(environment, Kinds.WITH_AZURE).backends())
        .extracting(backend -> backend.config().place())
        .containsExactly(
            "at https://account.blob.core.windows.net",
            "at https://account.blob.core.chinacloudapi.cn");
    environment.put("WINDLASS_CLOUD_ACCOUNT", "Account");
    environment.put("WINDLASS_CLOUD_FLAVOR", "minio");
    environment.put("WINDLASS_CHINA_ENDPOINT", "https://account.example/a/b");
    assertThat(
            catchThrowableOfType(
                    ConfigurationException.class,
                    () -> Configuration.read(environment, Kinds.WITH_AZURE))
                .problems())
        .containsExactlyInAnyOrder(
            "WINDLASS_CLOUD_ACCOUNT must be 3 to 24 lower case letters and digits, and is 'Account'",
            "WINDLASS_CLOUD_FLAVOR does not apply to a backend of kind azure: remove it",
            "WINDLASS_CHINA_ENDPOINT must be like https://account.blob.core.windows.net; in"
                + " emulators, like http://host:10000/account");
  }

  @Test
  void backendsWhoseVariablesCannotBeToldApartAreRefused() {
    environment.put("WINDLASS_BACKENDS", "fast,fast-public");
    assertThat(problems())
        .anySatisfy(problem ->
            assertThat(problem)
                .startsWith(
                    "WINDLASS_FAST_PUBLIC_ENDPOINT would be a setting of backend fast and of"
                        + " backend fast-public"));
  }

  @Test
  void withoutAHomeTheDirectoryHasToBeSaid() {
    environment.remove("HOME");
    assertThat(problems())
        .singleElement()
        .satisfies(
            problem -> assertThat(problem).startsWith("WINDLASS_LOCAL_DIRECTORY is missing"));
  }

  @Test
  void configurationsPrintNoSecret() throws Exception {
    minimal();
    Files.writeString(directory.resolve("credentials/secretAccessKey"), CANARY);
    assertThat(read().toString()).doesNotContain(CANARY);
  }

  @Test
  void helpNamesEverySetting() {
    for (String help :
        List.of(
            new ConfigurationHelp(Kinds.ALL).markdown(),
            new ConfigurationHelp(Kinds.ALL).text(80))) {
      assertThat(Settings.GLOBAL).allSatisfy(setting -> assertThat(help).contains(setting.name()));
      assertThat(new BackendSettings(Kinds.ALL).all())
          .allSatisfy(setting -> assertThat(help).contains("WINDLASS_NAME_" + setting.name()));
    }
    assertThat(new ConfigurationHelp(Kinds.ALL).text(80).lines())
        .allMatch(line -> line.length() <= 80);
  }
}
