package io.windlass.test.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.cli.serve.BackendLifetime;
import io.windlass.cli.stores.Stores;
import io.windlass.config.BackendEntry;
import io.windlass.config.CsiConfiguration;
import io.windlass.csi.NodeId;
import io.windlass.csi.NodeName;
import io.windlass.csi.PublishContext;
import io.windlass.csi.Renewal;
import io.windlass.csi.controller.ControllerSettings;
import io.windlass.csi.controller.RenewalServer;
import io.windlass.csi.driver.CsiDriver;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.fake.azure.FakeIdentity;
import io.windlass.fake.azure.FakeIssuer;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.observe.Metrics;
import io.windlass.observe.Tracing;
import io.windlass.proto.csi.ControllerGrpc;
import io.windlass.proto.csi.ControllerGrpc.ControllerBlockingStub;
import io.windlass.proto.csi.ControllerPublishVolumeRequest;
import io.windlass.proto.csi.CreateVolumeRequest;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.rpc.ServerSettings;
import io.windlass.rpc.UnixChannel;
import io.windlass.rpc.UnixEndpoint;
import io.windlass.rpc.UnixServer;
import io.windlass.secret.Keyring;
import io.windlass.secret.SealingKeyPair;
import io.windlass.test.csi.NodeCaller;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A controller with the settings that were rendered of an example attaches a volume. Only where the
 * cloud is differs, and what is in its Secrets.
 */
@DisplayName("Volumes with the values of the examples, on FAKES of Azure and Google")
class ExampleVolumesTest {
  private static final String CONTROLLER = "Deployment/windlass-controller/driver";
  private static final String SUBJECT = "system:serviceaccount:windlass:windlass-controller";
  private static final VolumeCapability WRITER = NodeCaller.capability(Mode.SINGLE_NODE_WRITER);

  @TempDir Path directory;
  private final Helm helm = Helm.driver(ChartTools.require());

  @Test
  void anIdentityOfAzureWithoutAKeyAttaches() throws Exception {
    Map<String, String> environment = environment(Values.example("values-azure.yaml").text());
    FakeIssuer issuer = new FakeIssuer("https://issuer.example/cluster");
    try (FakeAzure fake = new FakeAzure()) {
      FakeAccount account =
          fake.add(
              environment.getOrDefault("WINDLASS_CLOUD_ACCOUNT", ""),
              AccountSettings.FLAT.withoutSharedKey());
      FakeIdentity identity = fake.driver(account.name());
      fake.trust(issuer);
      fake.federate(identity, issuer, SUBJECT);
      secret(environment, "tenantId", "fake");
      secret(environment, "clientId", identity.clientId());
      secret(
          environment,
          "federatedToken",
          issuer.token(SUBJECT, FakeIssuer.AUDIENCE, Instant.now().plusSeconds(600)));
      environment.put("WINDLASS_CLOUD_ENDPOINT", account.endpoint().toString());
      environment.put("WINDLASS_CLOUD_AUTHORITY", fake.authority().toString());
      requireSession(environment);
    }
  }

  /** Google's library finds the metadata server by this process, so the driver has a key here. */
  @Test
  void attachingOnGoogleTakesNoServiceAccount() throws Exception {
    Map<String, String> environment =
        environment(
            Values.example("values-google.yaml").text()
                + "    credentials: {existingSecret: windlass-cloud}\n");
    // A record is written twice within a second here, and a repetition would take one.
    try (FakeGcs fake =
        new FakeGcs(environment.getOrDefault("WINDLASS_CLOUD_PROJECT", "")).writesAtAnyRate()) {
      secret(environment, "credentials.json", fake.credentials(fake.administrator()));
      environment.put("WINDLASS_CLOUD_ENDPOINT", fake.storage().toString());
      environment.put("WINDLASS_CLOUD_IAM", fake.identity().toString());
      environment.put("WINDLASS_CLOUD_STS", fake.identity().toString());
      requireSession(environment);
      assertThat(fake.serviceAccounts()).as("the driver's own").hasSize(1);
    }
  }

  private Map<String, String> environment(String values) throws Exception {
    return new PodEnvironment(directory).of(helm.render(values, "1.36").container(CONTROLLER));
  }

  private static void secret(Map<String, String> environment, String file, String content)
      throws Exception {
    Path secrets = Path.of(environment.getOrDefault("WINDLASS_CLOUD_CREDENTIALS", ""));
    Files.writeString(secrets.resolve(file), content);
  }

  /** A node gets what ends by itself, and is told of the chart's Service. */
  private void requireSession(Map<String, String> environment) throws Exception {
    CsiConfiguration configuration = CsiConfiguration.read(environment, Stores.kinds());
    Supplier<Keyring> keys = BackendLifetime.keys(configuration.keys());
    BackendEntry entry = configuration.backends().getFirst();
    String bucket = entry.registry().bucket();
    UnixEndpoint endpoint = new UnixEndpoint(directory.resolve("csi.sock"));
    try (Metrics metrics = Metrics.off();
        Backend backend = entry.config().open(keys);
        RenewalServer renewals =
            RenewalServer.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                configuration.renewals().orElseThrow().url());
        UnixServer _ =
            CsiDriver.start(
                new CsiDriver.Identity(
                    configuration.driverName(), "test", configuration.spec(), false),
                ServerSettings.at(endpoint),
                metrics.registry(),
                Tracing.off(),
                CsiDriver.controller(
                    new OpenBackends(
                        List.of(
                            new OpenBackend(
                                backend,
                                new Registry(
                                    new RegistryBucket(backend, bucket, entry.registry().create()),
                                    Owner.current("test")),
                                bucket))),
                    keys,
                    Stores.connectors(),
                    ControllerSettings.of(configuration.spec()),
                    metrics.registry(),
                    Optional.of(renewals)),
                CsiDriver.Part.NONE);
        UnixChannel channel = UnixChannel.open(endpoint.toString())) {
      Renewal renewal = attached(ControllerGrpc.newBlockingStub(channel.grpc()));
      assertThat(renewal.expires().orElseThrow()).isAfter(Instant.now().plusSeconds(900));
      assertThat(renewal.url().toString())
          .matches("http://windlass-renewal\\.windlass\\.svc:9092/renew/[0-9a-f-]{36}");
    }
  }

  private static Renewal attached(ControllerBlockingStub controller) {
    SealingKeyPair key = SealingKeyPair.generate();
    String volume =
        controller
            .createVolume(
                CreateVolumeRequest.newBuilder()
                    .setName("pvc-example")
                    .addVolumeCapabilities(WRITER)
                    .build())
            .getVolume()
            .getVolumeId();
    Map<String, String> context =
        controller
            .controllerPublishVolume(
                ControllerPublishVolumeRequest.newBuilder()
                    .setVolumeId(volume)
                    .setNodeId(new NodeId(new NodeName("node-1"), key.publicKey()).toString())
                    .setVolumeCapability(WRITER)
                    .build())
            .getPublishContextMap();
    return PublishContext.open(context, Stores.connectors(), key, volume)
        .orElseThrow()
        .renewal()
        .orElseThrow();
  }
}
