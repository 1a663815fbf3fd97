package io.windlass.cli.stores;

import io.windlass.connect.BackendKind;
import io.windlass.connect.BackendKinds;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.BucketConnectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * The stores that this program is built with: all of them, whether or not their libraries are on
 * the class path. The launcher puts there those that are going to be used.
 */
public final class Stores {
  private Stores() {}

  /** That can be configured: those with a server of their own first, by name. */
  public static BackendKinds kinds() {
    StoreLibraries libraries = StoreLibraries.ofProcess();
    List<BackendKind> all =
        found(BackendKind.class).stream()
            .sorted(Comparator.comparing(BackendKind::isLocal).thenComparing(BackendKind::name))
            .<BackendKind>map(kind -> new InstalledKind(kind, libraries))
            .toList();
    return new BackendKinds(
        all, all.stream().filter(BackendKind::isLocal).findFirst().orElseThrow());
  }

  /**
   * Returns the connectors of the protocols whose buckets can be mounted: S3 first, which most
   * servers speak, and then by name.
   */
  public static BucketConnectors connectors() {
    return new BucketConnectors(
        found(BucketConnector.class).stream()
            .sorted(
                Comparator.comparing((BucketConnector each) -> !each.protocol().isNamed("s3"))
                    .thenComparing(each -> each.protocol().name()))
            .toList());
  }

  /**
   * Fails where the libraries of a kind are not installed, for a command that is a client of such
   * stores itself.
   *
   * @throws IOException when that is so
   */
  public static void requireLibraries(String kind) throws IOException {
    Optional<Path> missing = StoreLibraries.ofProcess().missing(kind);
    if (missing.isPresent()) {
      throw new IOException(
          "this needs the libraries of kind %s, which are not installed: %s is missing"
              .formatted(kind, missing.get()));
    }
  }

  private static <T> List<T> found(Class<T> service) {
    return ServiceLoader.load(service).stream().map(ServiceLoader.Provider::get).toList();
  }
}
