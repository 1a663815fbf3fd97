package io.windlass.csi.driver;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.windlass.backend.Backend;
import io.windlass.connect.BucketConnectors;
import io.windlass.csi.NodeId;
import io.windlass.csi.NodeName;
import io.windlass.csi.controller.ControllerSettings;
import io.windlass.csi.controller.RenewalServer;
import io.windlass.observe.Tracing;
import io.windlass.proto.csi.ControllerGrpc;
import io.windlass.proto.csi.ControllerGrpc.ControllerBlockingStub;
import io.windlass.proto.csi.IdentityGrpc;
import io.windlass.proto.csi.IdentityGrpc.IdentityBlockingStub;
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
import io.windlass.store.s3.S3Connector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A controller over one backend, on a real socket. */
record ControllerDriver(Registry registry, UnixServer server, UnixChannel channel)
    implements AutoCloseable {
  static final String REGISTRY = "csi-controller-test";
  static final BucketConnectors CONNECTORS = new BucketConnectors(List.of(new S3Connector()));

  static ControllerDriver start(
      Backend backend, Path directory, Keyring ring, ControllerSettings settings)
      throws IOException {
    return start(backend, directory, ring, settings, Optional.empty());
  }

  /** One that gives nodes the next credentials; the caller closes that server. */
  static ControllerDriver start(
      Backend backend,
      Path directory,
      Keyring ring,
      ControllerSettings settings,
      Optional<RenewalServer> renewals)
      throws IOException {
    Registry registry =
        new Registry(new RegistryBucket(backend, REGISTRY, true), Owner.current("test:/csi.sock"));
    OpenBackends backends = new OpenBackends(List.of(new OpenBackend(backend, registry, REGISTRY)));
    UnixEndpoint endpoint = new UnixEndpoint(directory.resolve("csi.sock"));
    MeterRegistry meters = new SimpleMeterRegistry();
    UnixServer server =
        CsiDriver.start(
            new CsiDriver.Identity(
                "csi.windlass.io", "test", settings.spec(), settings.topology().isPresent()),
            ServerSettings.at(endpoint),
            meters,
            Tracing.off(),
            CsiDriver.controller(backends, () -> ring, CONNECTORS, settings, meters, renewals),
            CsiDriver.Part.NONE);
    return new ControllerDriver(registry, server, UnixChannel.open(endpoint.toString()));
  }

  /** Returns the id of a node with this key. */
  static String node(String name, SealingKeyPair key) {
    return new NodeId(new NodeName(name), key.publicKey()).toString();
  }

  ControllerBlockingStub controller() {
    return ControllerGrpc.newBlockingStub(channel.grpc());
  }

  IdentityBlockingStub identity() {
    return IdentityGrpc.newBlockingStub(channel.grpc());
  }

  @Override
  public void close() {
    channel.close();
    server.close();
  }
}
