package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fake.gcs.FakeGcs;
import io.windlass.object.ObjectReader;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.test.driver.DriverSetup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Audit of a fake of Google's service that only the drivers use. */
final class FakeGcsAudit implements Audit, AutoCloseable {
  private static final int LARGEST_RECORD = 1 << 20;

  private final FakeGcs fake;
  private final GcsBackend auditor;
  private final int accounts;

  /**
   * Creates it, before drivers have made a service account.
   *
   * @param directory for the auditor's key
   */
  FakeGcsAudit(FakeGcs fake, Path directory) throws IOException {
    this.fake = fake;
    Files.writeString(
        directory.resolve("credentials.json"), fake.credentials(fake.administrator("auditor")));
    this.auditor =
        GcsBackend.open(
            "auditor",
            GcsConnection.to(fake.storage(), fake.project()),
            Optional.of(new SecretDirectory(directory)));
    this.accounts = fake.serviceAccounts().size();
  }

  @Override
  public void requireExactly(Holdings holdings) {
    Set<String> expected = new TreeSet<>(holdings.buckets());
    expected.add(DriverSetup.REGISTRY);
    assertThat(buckets()).containsExactlyInAnyOrderElementsOf(expected);
    holdings.requireRecords(records());
    assertThat(fake.serviceAccounts().size() - accounts)
        .as("service accounts")
        .isEqualTo(holdings.grants().size());
  }

  private List<String> buckets() {
    List<String> buckets = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<String> page = auditor.buckets().list(token);
      buckets.addAll(page.items());
      token = page.next();
    } while (token.isPresent());
    return buckets;
  }

  /** Records by kind and id; fails if anybody has a claim on one. */
  private Map<String, JsonNode> records() {
    ObjectStore registry = auditor.objects(DriverSetup.REGISTRY);
    JsonMapper json = new JsonMapper();
    Map<String, JsonNode> records = new TreeMap<>();
    Optional<String> token = Optional.empty();
    do {
      Page<ListedEntry> page = registry.list(ListOptions.prefix(""), token);
      for (ListedEntry entry : page.items()) {
        JsonNode record = json.readTree(content(registry, entry.key()));
        assertThat(record.path("claim").isNull())
            .as("%s is claimed by nobody", entry.key())
            .isTrue();
        records.put(URLDecoder.decode(entry.key(), StandardCharsets.UTF_8), record.path("value"));
      }
      token = page.next();
    } while (token.isPresent());
    return records;
  }

  private static byte[] content(ObjectStore registry, String key) {
    try (ObjectReader reader = registry.get(key, GetOptions.ALL)) {
      return reader.readAll(LARGEST_RECORD);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    auditor.close();
  }
}
