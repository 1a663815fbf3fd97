package io.windlass.cosi;

import io.grpc.BindableService;
import io.micrometer.core.instrument.MeterRegistry;
import io.windlass.observe.Tracing;
import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.Unfinished;
import io.windlass.provision.grant.CredentialSeal;
import io.windlass.provision.grant.Grants;
import io.windlass.rpc.ServerSettings;
import io.windlass.rpc.UnixServer;
import io.windlass.secret.Keyring;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** The COSI driver: both versions of its API, over the configured backends, on one socket. */
public final class CosiDriver {
  private CosiDriver() {}

  /**
   * The gRPC services over the configured backends.
   *
   * @param unfinished buckets and grants that an interrupted call may leave half made or half
   *     removed
   */
  public record Part(List<BindableService> services, List<Unfinished> unfinished) {
    public Part {
      services = List.copyOf(services);
      unfinished = List.copyOf(unfinished);
    }
  }

  /**
   * Creates the services of both API versions over the configured backends.
   *
   * @param name name of the driver: a DNS name of at most 63 characters
   * @param keyring keys that seal credentials which a backend shows only once
   */
  public static Part over(String name, OpenBackends backends, Supplier<Keyring> keyring) {
    CallsInFlight inFlight = new CallsInFlight();
    Buckets buckets = Buckets.forClaims(backends, inFlight);
    CredentialSeal seal = new CredentialSeal(keyring);
    Grants grants = new Grants(backends, buckets, inFlight, seal, InstantSource.system());
    return new Part(
        List.of(
            new V1Alpha1Identity(name),
            new V1Alpha1Provisioner(backends, buckets, grants),
            new V1Alpha2Identity(name, backends),
            new V1Alpha2Provisioner(
                new V1Alpha2Buckets(backends, buckets), new V1Alpha2Access(backends, grants))),
        List.of(grants.unfinished(), buckets.unfinished()));
  }

  /**
   * Starts the server. A backend that cannot be reached does not keep the driver from starting:
   * calls for it answer UNAVAILABLE until it can be reached.
   *
   * @throws IOException when the socket cannot be made
   */
  public static UnixServer start(
      ServerSettings settings, MeterRegistry meters, Tracing tracing, Part part)
      throws IOException {
    return UnixServer.start(settings, CosiRules.rules(), meters, tracing, part.services());
  }
}
