package io.windlass.cli.demo;

import io.windlass.cli.scratch.ScratchDirectory;
import io.windlass.cosi.sanity.s3.S3Sessions;
import io.windlass.cosi.sanity.store.ProxyRule;
import io.windlass.cosi.sanity.store.StoreSessions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The driver's own embedded server.
 *
 * @param place contains all of it
 */
record EmbeddedStore(ScratchDirectory place, StoreSessions clients) implements DemoStore {
  EmbeddedStore(ScratchDirectory place) {
    this(place, new S3Sessions(Workload.TIMEOUT, ProxyRule.NONE));
  }

  @Override
  public String backend() {
    return "local";
  }

  @Override
  public String own(String name) {
    return name;
  }

  @Override
  public Map<String, String> settings() {
    return place.embedded();
  }

  @Override
  public Optional<String> endpoint() {
    return Optional.empty();
  }

  @Override
  public String registry() {
    return "windlass-registry";
  }

  @Override
  public List<String> stored() {
    return place.stored();
  }

  @Override
  public Optional<List<String>> accounts() {
    return Optional.of(place.accounts());
  }

  @Override
  public List<String> byHand() {
    return List.of();
  }

  /** The server ends with the driver, and its files with the place. */
  @Override
  public void close() {
    clients.close();
  }
}
