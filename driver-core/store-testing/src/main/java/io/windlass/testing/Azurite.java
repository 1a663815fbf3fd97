package io.windlass.testing;

import io.windlass.secret.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs Azurite, the emulator of Azure Storage: only blobs, one account. */
record Azurite() implements ServerKind<AzuriteServer> {
  private static final int KEY_BYTES = 64;
  private static final String ACCOUNT = "windlasstest";

  @Override
  public String title() {
    return "Azurite";
  }

  @Override
  public Class<AzuriteServer> type() {
    return AzuriteServer.class;
  }

  @Override
  public String executable() {
    return "azurite-blob";
  }

  @Override
  public String variable() {
    return "WINDLASS_TEST_AZURITE";
  }

  /** Azurite comes as a package of Node.js. */
  @Override
  public Optional<Containers<AzuriteServer>> containers() {
    return Optional.empty();
  }

  @Override
  public AzuriteServer plan(URI endpoint) {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return new AzuriteServer(endpoint, ACCOUNT, Secret.of(Base64.getEncoder().encodeToString(key)));
  }

  @Override
  public Optional<AzuriteServer> shared(Map<String, String> environment) {
    return Optional.ofNullable(environment.get(variable() + "_ENDPOINT"))
        .map(endpoint ->
            new AzuriteServer(
                URI.create(endpoint),
                ACCOUNT,
                Secret.of(environment.getOrDefault(variable() + "_KEY", ""))));
  }

  /** Returns a storage account, see {@code test/azure/run}. */
  @Override
  public Optional<AzuriteServer> given(Map<String, String> environment) {
    String account = environment.getOrDefault("WINDLASS_TEST_AZURE_ACCOUNT", "");
    if (account.isEmpty()) {
      return Optional.empty();
    }
    String endpoint =
        environment.getOrDefault(
            "WINDLASS_TEST_AZURE_ENDPOINT", "https://%s.blob.core.windows.net".formatted(account));
    String key = environment.getOrDefault("WINDLASS_TEST_AZURE_KEY", "");
    return Optional.of(new AzuriteServer(URI.create(endpoint), account, Secret.of(key)));
  }

  @Override
  public ProcessBuilder process(Path executable, AzuriteServer server, Path home) {
    ProcessBuilder process =
        Programs.process(
            List.of(
                executable.toString(),
                "--blobHost",
                server.endpoint().getHost(),
                "--blobPort",
                Integer.toString(server.endpoint().getPort()),
                "--location",
                home.resolve("data").toString(),
                "--silent",
                "--disableTelemetry",
                "--skipApiVersionCheck"));
    Map<String, String> environment = process.environment();
    environment.put(
        "AZURITE_ACCOUNTS", "%s:%s".formatted(server.account(), server.accountKey().reveal()));
    environment.put("HOME", home.toString());
    return process;
  }

  /** The server is ready when it refuses an unsigned request. */
  @Override
  public boolean isReady(AzuriteServer server) {
    return Http.status(server.accountEndpoint()).isPresent();
  }
}
