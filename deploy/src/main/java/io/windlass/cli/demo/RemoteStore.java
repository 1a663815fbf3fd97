package io.windlass.cli.demo;

import io.windlass.backend.Backend;
import io.windlass.cli.scratch.ScratchDirectory;
import io.windlass.cli.scratch.Spec;
import io.windlass.cli.serve.BackendLifetime;
import io.windlass.cli.stores.Stores;
import io.windlass.config.Configuration;
import io.windlass.config.ConfigurationException;
import io.windlass.cosi.sanity.store.StoreSessions;
import io.windlass.object.Condition;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;

/** A store that others may use, too: the names of this run end alike. */
final class RemoteStore implements DemoStore {
  private final String suffix = "-%06x".formatted(ThreadLocalRandom.current().nextInt(1 << 24));
  private final String name;
  private final Map<String, String> settings;
  private final StoreSessions clients;
  private final Backend backend;
  private boolean closed;

  /**
   * Opens a store.
   *
   * @param name of the backend
   * @param own settings of the backend, without the name
   * @param clients for workloads, asked for when the settings are right; closed with the store
   * @throws IOException when a setting is wrong; the message says which
   */
  RemoteStore(
      String name, Map<String, String> own, Supplier<StoreSessions> clients, ScratchDirectory place)
      throws IOException {
    this.name = name;
    Map<String, String> all = new HashMap<>();
    own.forEach((setting, value) -> all.put(prefix() + setting, value));
    all.put("WINDLASS_BACKENDS", name);
    all.put(prefix() + "REGISTRY_BUCKET", registry());
    all.put("WINDLASS_KEYS", place.keys().toString());
    this.settings = Map.copyOf(all);
    this.backend = open(place);
    this.clients = clients.get();
  }

  private String prefix() {
    return prefix(name);
  }

  /** Returns what the settings of a backend begin with. */
  static String prefix(String name) {
    return "WINDLASS_%s_".formatted(name.toUpperCase(Locale.ROOT));
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

  /** Asks the store whether it knows the driver. */
  void ping() {
    backend.ping();
  }

  @Override
  public String backend() {
    return name;
  }

  @Override
  public String own(String of) {
    return of + suffix;
  }

  @Override
  public Map<String, String> settings() {
    return settings;
  }

  @Override
  public Optional<String> endpoint() {
    return Optional.ofNullable(settings.get(prefix() + "ENDPOINT"));
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
    for (String bucket : buckets()) {
      found.add(bucket);
      keys(bucket).forEach(key -> found.add(bucket + "/" + key));
    }
    return found;
  }

  private List<String> buckets() {
    return all(backend.buckets()::list).stream().filter(each -> each.endsWith(suffix)).toList();
  }

  private List<String> keys(String bucket) {
    ListOptions everything = ListOptions.prefix("");
    return all(token -> backend.objects(bucket).list(everything, token)).stream()
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

  @Override
  public List<String> byHand() {
    return settings.entrySet().stream()
        .filter(each -> !each.getKey().endsWith("_REGISTRY_BUCKET"))
        .sorted(Map.Entry.comparingByKey())
        .map(each -> each.getKey() + "=" + (isPath(each.getKey()) ? "…" : each.getValue()))
        .toList();
  }

  /** Whether it names a file of this run, which is gone afterwards. */
  private static boolean isPath(String setting) {
    return setting.endsWith("_CREDENTIALS") || setting.endsWith("_KEYS");
  }

  private static void empty(ObjectStore objects, List<String> keys) {
    keys.forEach(key -> objects.delete(key, Condition.always()));
    objects
        .versions()
        .ifPresent(versions ->
            all(token -> versions.list("", token))
                .forEach(each -> versions.delete(each.key(), each.version())));
  }

  /** Not asked for: others may have accounts there. */
  @Override
  public Optional<List<String>> accounts() {
    return Optional.empty();
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (String bucket : buckets()) {
      empty(backend.objects(bucket), keys(bucket));
      backend.buckets().delete(bucket);
    }
    clients.close();
    backend.close();
  }
}
