package io.windlass.cosi;

import io.micrometer.core.instrument.MeterRegistry;
import io.windlass.provision.Buckets;
import io.windlass.provision.CredentialSeal;
import io.windlass.provision.Grants;
import io.windlass.provision.InFlight;
import io.windlass.provision.Sites;
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
   * Starts serving. A backend that cannot be reached does not keep the driver from starting: calls
   * for it answer UNAVAILABLE until it can be.
   *
   * @param name what the driver is called: a DNS name of at most 63 characters
   * @param keyring seals what backends show only once
   * @throws IOException when the socket cannot be made
   */
  public static UnixServer start(
      String name,
      ServerSettings settings,
      Sites sites,
      Supplier<Keyring> keyring,
      MeterRegistry meters)
      throws IOException {
    InFlight inFlight = new InFlight();
    Buckets buckets = Buckets.forClaims(sites, inFlight);
    CredentialSeal seal = new CredentialSeal(keyring);
    Grants grants = new Grants(sites, buckets, inFlight, seal, InstantSource.system());
    return UnixServer.start(
        settings,
        CosiRules.rules(),
        meters,
        List.of(
            new V1Alpha1Identity(name),
            new V1Alpha1Provisioner(sites, buckets, grants),
            new V1Alpha2Identity(name, sites),
            new V1Alpha2Provisioner(
                new V1Alpha2Buckets(sites, buckets), new V1Alpha2Access(sites, grants))));
  }
}
