package io.windlass.cli.demo;

import io.windlass.backend.Backend;
import io.windlass.cli.scratch.ScratchDirectory;
import io.windlass.cli.scratch.Spec;
import io.windlass.cli.serve.BackendLifetime;
import io.windlass.cli.stores.Stores;
import io.windlass.config.Configuration;
import io.windlass.config.ConfigurationException;
import io.windlass.cosi.sanity.azure.AzureSessions;
import io.windlass.cosi.sanity.store.StoreSessions;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretFile;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.Page;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/** An Azurite that somebody has started. Names of this run end alike, as others may use it, too. */
final class AzuriteStore implements DemoStore {
  /** Where Azurite listens, and the account that it has, if nobody says otherwise. */
  static final URI USUAL = URI.create("http://127.0.0.1:10000/devstoreaccount1");

  /** The variable in which Azurite finds other accounts: {@code name:key;name:key:second key}. */
  private static final String ACCOUNTS = "AZURITE_ACCOUNTS";

  /** The key that Microsoft has published for the account of every Azurite. */
  private static final String PUBLISHED =
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

  private final String suffix = "-%06x".formatted(ThreadLocalRandom.current().nextInt(1 << 24));
  private final URI endpoint;
  private final String account;
  private final Map<String, String> settings;
  private final Backend backend;
  private final StoreSessions clients = new AzureSessions(Workload.TIMEOUT);
  private boolean closed;

  private AzuriteStore(URI endpoint, String account, ScratchDirectory place) throws IOException {
    this.endpoint = endpoint;
    this.account = account;
    this.settings =
        Map.of(
            "WINDLASS_BACKENDS",
            backend(),
            "WINDLASS_AZURE_KIND",
            "azure",
            "WINDLASS_AZURE_ACCOUNT",
            account,
            "WINDLASS_AZURE_ENDPOINT",
            endpoint.toString(),
            "WINDLASS_AZURE_CREDENTIALS",
            credentials(place).toString(),
            "WINDLASS_AZURE_REGISTRY_BUCKET",
            registry(),
            "WINDLASS_KEYS",
            place.keys().toString());
    this.backend = open(place);
  }

  /**
   * Finds the Azurite.
   *
   * @param endpoint base URL of one of its accounts
   * @throws IOException when none answers, with how to start one
   */
  static AzuriteStore find(URI endpoint, Map<String, String> environment, ScratchDirectory place)
      throws IOException {
    String account = Optional.ofNullable(endpoint.getPath()).orElse("").replace("/", "");
    if (!account.matches("[a-z0-9]{3,24}")) {
      throw new IOException(
          "%s is not the URL of an account of Azurite, like %s; the demo uses no real account"
              .formatted(endpoint, USUAL));
    }
    Files.createDirectories(credentials(place));
    SecretFile.write(credentials(place).resolve("accountKey"), key(account, environment));
    AzuriteStore store = new AzuriteStore(endpoint, account, place);
    try {
      store.backend.ping();
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

  private static Path credentials(ScratchDirectory place) {
    return place.directory().resolve("azurite");
  }

  private static Secret key(String account, Map<String, String> environment) {
    return Arrays.stream(environment.getOrDefault(ACCOUNTS, "").split(";", -1))
        .map(entry -> entry.split(":", -1))
        .filter(parts -> parts.length > 1 && parts[0].equals(account))
        .map(parts -> Secret.of(parts[1]))
        .findFirst()
        .orElseGet(() -> Secret.of(PUBLISHED));
  }

  private Backend open(ScratchDirectory place) throws IOException {
    Map<String, String> environment = new HashMap<>(settings);
    environment.put(Spec.COSI.endpoint(), place.endpoint(Spec.COSI));
    try {
      Configuration read = Configuration.read(environment, Stores.kinds());
      return read.backends().getFirst().config().open(BackendLifetime.keys(read.keys()));
    } catch (ConfigurationException e) {
      throw new IOException(String.join("; ", e.problems()), e);
    }
  }

  @Override
  public String backend() {
    return "azure";
  }

  @Override
  public String own(String name) {
    return name + suffix;
  }

  @Override
  public Map<String, String> settings() {
    return settings;
  }

  @Override
  public StoreSessions clients() {
    return clients;
  }

  @Override
  public String registry() {
    return own("windlass-registry");
  }

  @Override
  public List<String> stored() {
    List<String> found = new ArrayList<>();
    for (String container : containers()) {
      found.add(container);
      blobs(container).forEach(blob -> found.add(container + "/" + blob));
    }
    return found;
  }

  private List<String> containers() {
    return all(backend.buckets()::list).stream().filter(name -> name.endsWith(suffix)).toList();
  }

  private List<String> blobs(String container) {
    ListOptions everything = ListOptions.prefix("");
    return all(token -> backend.objects(container).list(everything, token)).stream()
        .map(ListedEntry::key)
        .toList();
  }

  private static <T> List<T> all(Function<Optional<String>, Page<T>> list) {
    List<T> items = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<T> page = list.apply(token);
      items.addAll(page.items());
      token = page.next();
    } while (token.isPresent());
    return items;
  }

  /** What grants access belongs to the containers. */
  @Override
  public Optional<List<String>> accounts() {
    return Optional.empty();
  }

  @Override
  public List<String> byHand() {
    return List.of(
        "WINDLASS_BACKENDS=azure WINDLASS_AZURE_KIND=azure",
        "WINDLASS_AZURE_ACCOUNT=" + account,
        "WINDLASS_AZURE_ENDPOINT=" + endpoint,
        "WINDLASS_AZURE_CREDENTIALS=… WINDLASS_KEYS=…");
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (String container : containers()) {
      for (String blob : blobs(container)) {
        backend.objects(container).delete(blob, Condition.always());
      }
      backend.buckets().delete(container);
    }
    clients.close();
    backend.close();
  }
}
