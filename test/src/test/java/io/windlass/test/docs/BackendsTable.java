package io.windlass.test.docs;

import io.windlass.backend.Backend;
import io.windlass.backend.Timing;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.secret.Keyring;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.Capabilities;
import io.windlass.store.azure.AzureBackend;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.store.local.LocalConfig;
import io.windlass.store.s3.S3Backend;
import io.windlass.store.s3.S3Config;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Every promise beside every backend, from what the backends say of themselves. Only an account of
 * Azure is asked, a fake, whether it has directories: the contract's tests hold each backend to
 * what it says.
 */
final class BackendsTable implements AutoCloseable {
  private static final URI SERVER = URI.create("http://127.0.0.1:9");

  private final FakeAzure fake = new FakeAzure();
  private final Map<KnownBackend, Backend> backends = new EnumMap<>(KnownBackend.class);

  /**
   * Opens all backends.
   *
   * @param directory for the embedded one, and for credentials, of which none are there
   */
  BackendsTable(Path directory) {
    SecretDirectory none = new SecretDirectory(directory);
    Keyring keys = Keyring.parse(Keyring.generate());
    backends.put(KnownBackend.MINIO, s3(S3Flavor.MINIO, none, keys));
    backends.put(KnownBackend.AWS, s3(S3Flavor.AWS, none, keys));
    backends.put(KnownBackend.SEAWEEDFS, s3(S3Flavor.SEAWEEDFS, none, keys));
    backends.put(KnownBackend.S3, s3(S3Flavor.NONE, none, keys));
    backends.put(
        KnownBackend.EMBEDDED,
        new LocalConfig(
                "embedded",
                directory.resolve("data"),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                LocalConfig.DEFAULT_REGION)
            .open(() -> keys));
    backends.put(
        KnownBackend.AZURE,
        AzureBackend.open("azure", AzureConnection.to(SERVER, "account"), none));
    backends.put(KnownBackend.AZURE_HIERARCHICAL, hierarchical(directory));
    backends.put(
        KnownBackend.GOOGLE,
        GcsBackend.open("google", GcsConnection.to(SERVER, "project"), Optional.empty()));
  }

  /** Only the account says that it is one. */
  private Backend hierarchical(Path directory) {
    FakeAccount account = fake.add("tree", AccountSettings.FLAT.withDirectories());
    try {
      Path key = Files.createDirectories(directory.resolve("key"));
      Files.writeString(key.resolve("accountKey"), account.key().reveal());
      Backend backend =
          AzureBackend.open(
              "azure",
              AzureConnection.to(account.endpoint(), account.name())
                  .withTimeouts(Patience.LONG, Patience.LONG)
                  .withPoliciesEffectiveAfter(AzureConnection.DEFAULT_POLICIES_EFFECTIVE_AFTER),
              new SecretDirectory(key));
      backend.ping();
      return backend;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Backend s3(S3Flavor flavor, SecretDirectory none, Keyring keys) {
    return S3Backend.open(
        new S3Config("s3", flavor, S3Connection.to(SERVER), Optional.empty(), none), () -> keys);
  }

  String markdown() {
    StringBuilder table = new StringBuilder("| | promise |");
    backends.keySet().forEach(known -> table.append(" %s |".formatted(known.title())));
    table.append("\n|---|---|").append("---|".repeat(backends.size())).append('\n');
    for (BackendPromise promise : BackendPromise.all()) {
      table.append(row(promise.part(), promise.text(), promise::cell));
    }
    table.append(limit("largest object", capabilities -> bytes(capabilities.maxObjectBytes())));
    table.append(limit("largest object in one request", each -> bytes(each.maxPutBytes())));
    table.append(limit("parts of an upload", each -> Integer.toString(each.maxParts())));
    table.append(
        time("COSI", "a key works after the grant was answered", Timing::grantEffectiveAfter));
    table.append(
        time("COSI", "a key is dead after the revoke was answered", Timing::revokeEffectiveAfter));
    table.append(
        time("COSI", "the name of a deleted bucket is free after", Timing::bucketNameReuse));
    return table.toString();
  }

  private interface Cell {
    String of(KnownBackend known, Backend backend);
  }

  private String row(String part, String text, Cell cell) {
    return backends.entrySet().stream()
        .map(each -> cell.of(each.getKey(), each.getValue()))
        .collect(Collectors.joining(" | ", "| %s | %s | ".formatted(part, text), " |\n"));
  }

  private String limit(String text, Function<Capabilities, String> limit) {
    return row("mount", text, (_, backend) -> limit.apply(backend.capabilities()));
  }

  private String time(String part, String text, Function<Timing, Duration> time) {
    return row(
        part,
        text,
        (_, backend) -> {
          long seconds = time.apply(backend.timing()).toSeconds();
          return seconds == 0 ? "at once" : "up to %d s".formatted(seconds);
        });
  }

  private static String bytes(long bytes) {
    return bytes % (1L << 40) == 0
        ? "%d TiB".formatted(bytes >> 40)
        : bytes % (1L << 30) == 0
            ? "%d GiB".formatted(bytes >> 30)
            : "%d MiB".formatted(bytes >> 20);
  }

  @Override
  public void close() {
    backends.values().forEach(Backend::close);
    fake.close();
  }
}
