package io.windlass.provision;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.object.Content;
import io.windlass.object.ObjectReader;
import io.windlass.provision.grant.AccessParameters;
import io.windlass.provision.grant.AccountId;
import io.windlass.provision.grant.BucketAccess;
import io.windlass.provision.grant.CredentialSeal;
import io.windlass.provision.grant.GrantRequest;
import io.windlass.provision.grant.Grants;
import io.windlass.registry.Owner;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What records there are is counted, over the embedded server. */
class RecordCensusTest {
  private static final String REGISTRY = "census-registry";

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Keyring ring = Keyring.parse(Keyring.generate());

  /** Returns the gauges by name and the label that is not the backend. */
  private Map<String, Double> numbers() {
    Map<String, Double> numbers = new TreeMap<>();
    for (Meter meter : meters.getMeters()) {
      meter.getId().getTags().stream()
          .filter(tag -> !tag.getKey().equals("backend"))
          .forEach(tag ->
              numbers.put(
                  meter.getId().getName() + " " + tag.getValue(),
                  meter.measure().iterator().next().getValue()));
    }
    return numbers;
  }

  @Test
  void countsRecordsCallsThatDidNotFinishAndKeys(@TempDir Path directory) throws IOException {
    try (LocalBackend backend = LocalBackend.open(LocalConfig.in(directory.resolve("store")))) {
      OpenBackends backends =
          new OpenBackends(
              List.of(
                  new OpenBackend(
                      backend,
                      new Registry(
                          new RegistryBucket(backend, REGISTRY, true),
                          Owner.current("test:/a.sock")),
                      REGISTRY)));
      try (RecordCensus census =
          new RecordCensus(backends, List.of(RecordKind.BUCKETS, RecordKind.GRANTS), meters)) {
        census.count();
        assertThat(numbers())
            .containsEntry("windlass.records buckets", 0.0)
            .containsEntry("windlass.claims.stuck grants", 0.0);

        BucketId id = new BucketId(backend.name(), UniqueName.of("bucket"));
        grant(backends, id);
        abandon(backend.objects(REGISTRY), id.bucket());
        census.count();
        assertThat(numbers())
            .containsEntry("windlass.records buckets", 1.0)
            .containsEntry("windlass.records grants", 1.0)
            .containsEntry("windlass.claims.stuck buckets", 1.0)
            .containsEntry("windlass.claims.stuck grants", 0.0);
        // The embedded server has a key of its own.
        assertThat(numbers())
            .hasEntrySatisfying(
                new Condition<>(
                    name -> name.matches("windlass.grants.by.key [0-9a-f]{12}"), "a key"),
                new Condition<>(count -> count == 1, "one"));
      }
    }
  }

  private void grant(OpenBackends backends, BucketId id) {
    CallsInFlight inFlight = new CallsInFlight();
    Buckets buckets = Buckets.forClaims(backends, inFlight);
    buckets.create(id, BucketParameters.DEFAULT);
    AccessModes modes =
        new AccessModes(AccessMode.READ_WRITE, AccessMode.READ_WRITE, AccessMode.ANY);
    new Grants(backends, buckets, inFlight, new CredentialSeal(() -> ring), InstantSource.system())
        .grant(
            new GrantRequest(
                AccountId.of(id.backend(), "ba-of-a-test"),
                List.of(new BucketAccess(id, modes)),
                AccessParameters.DEFAULT));
  }

  /** Makes the record of a bucket look as a driver left it that died long ago. */
  private static void abandon(ObjectStore records, String bucket) throws IOException {
    String key = "buckets/" + bucket;
    String text;
    try (ObjectReader reader = records.get(key, GetOptions.ALL)) {
      text = new String(reader.readAll(1 << 20), UTF_8);
    }
    String claim =
        "\"claim\":{\"place\":\"elsewhere:/run/a.sock\",\"pid\":1,\"started\":\"1970-01-01T00:00:00Z\"}";
    String abandoned =
        text.replaceAll("\"claim\":null,?", "")
            .replaceAll("\"lease\":\"[^\"]*\",?", "")
            .replaceFirst("\\{", "{" + claim + ",\"lease\":\"PT0S\",");
    records.put(key, Content.of(abandoned.getBytes(UTF_8)), PutOptions.DEFAULT);
  }
}
