package io.windlass.cli.demo;

import io.windlass.cli.scratch.ScratchDirectory;
import io.windlass.cli.stores.ClientProxies;
import io.windlass.cosi.sanity.azure.AzureSessions;
import io.windlass.error.DriverException;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** An Azurite that somebody has started. */
final class Azurite {
  /** Where Azurite listens, and the account that it has, if nobody says otherwise. */
  static final URI USUAL = URI.create("http://127.0.0.1:10000/devstoreaccount1");

  /** The variable in which Azurite finds other accounts: {@code name:key;name:key:second key}. */
  private static final String ACCOUNTS = "AZURITE_ACCOUNTS";

  /** The key that Microsoft has published for the account of every Azurite. */
  private static final String PUBLISHED =
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

  private Azurite() {}

  /**
   * Finds the Azurite.
   *
   * @param endpoint base URL of one of its accounts
   * @throws IOException when none answers, with how to start one
   */
  static DemoStore find(URI endpoint, Map<String, String> environment, ScratchDirectory place)
      throws IOException {
    String account = Optional.ofNullable(endpoint.getPath()).orElse("").replace("/", "");
    if (!account.matches("[a-z0-9]{3,24}")) {
      throw new IOException(
          "%s is not the URL of an account of Azurite, like %s; the demo uses no real account"
              .formatted(endpoint, USUAL));
    }
    Path credentials = Files.createDirectory(place.directory().resolve("azurite"));
    SecretFile.write(credentials.resolve("accountKey"), key(account, environment));
    RemoteStore store =
        new RemoteStore(
            "azure",
            Map.of(
                "KIND",
                "azure",
                "ACCOUNT",
                account,
                "ENDPOINT",
                endpoint.toString(),
                "CREDENTIALS",
                credentials.toString()),
            () -> new AzureSessions(Workload.TIMEOUT, ClientProxies.of(environment)),
            place);
    try {
      store.ping();
      return store;
    } catch (DriverException.Unavailable e) {
      throw new IOException(
          ("no Azurite answers at %s. Start one, as with \"npx azurite --skipApiVersionCheck\", and"
                  + " run this again; or name the account of another with --azurite")
              .formatted(endpoint),
          e);
    } catch (DriverException.Unauthenticated | DriverException.PermissionDenied e) {
      throw new IOException(
          "the Azurite at %s has another key for %s: set %s as it was for Azurite"
              .formatted(endpoint, account, ACCOUNTS),
          e);
    }
  }

  private static Secret key(String account, Map<String, String> environment) {
    return Arrays.stream(environment.getOrDefault(ACCOUNTS, "").split(";", -1))
        .map(entry -> entry.split(":", -1))
        .filter(parts -> parts.length > 1 && parts[0].equals(account))
        .map(parts -> Secret.of(parts[1]))
        .findFirst()
        .orElseGet(() -> Secret.of(PUBLISHED));
  }
}
