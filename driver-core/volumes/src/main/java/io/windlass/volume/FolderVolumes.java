package io.windlass.volume;

import io.windlass.backend.Backend;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import java.util.Optional;

/** Which backends can have volumes that are folders of a shared bucket. */
final class FolderVolumes {
  private FolderVolumes() {}

  /**
   * Returns why a backend cannot; empty if it can. Where the driver makes no keys at all, nodes
   * have keys of the volume's Secret.
   *
   * @throws io.windlass.error.DriverException if the backend has to be asked what it offers, and
   *     does not answer
   */
  static Optional<String> refusal(Backend backend) {
    if (backend.capabilities().has(Feature.ACCESS_PREFIX_WITHOUT_UPLOADS)) {
      return because(
          backend, "a node that is limited to a folder could not write large files there");
    }
    if (limits(backend.capabilities())) {
      return Optional.empty();
    }
    // Whether an account of Azure has directories is known when it has answered.
    backend.ping();
    return limits(backend.capabilities())
        ? Optional.empty()
        : because(
            backend,
            "the key of a node cannot be limited to a folder there (on Azure only an account with a"
                + " hierarchical namespace can do that)");
  }

  private static boolean limits(Capabilities capabilities) {
    return !capabilities.has(Feature.ACCESS_KEYS) || capabilities.has(Feature.ACCESS_PREFIX);
  }

  private static Optional<String> because(Backend backend, String reason) {
    return Optional.of(
        "a volume on backend %s needs a bucket of its own, because %s"
            .formatted(backend.name(), reason));
  }
}
