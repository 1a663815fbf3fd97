package io.windlass.cli.demo;

import io.windlass.cli.scratch.ScratchDirectory;
import io.windlass.cli.stores.ClientProxies;
import io.windlass.cosi.sanity.gcs.GcsSessions;
import io.windlass.error.DriverException;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A project of Google Cloud, named by the settings that a driver has for it. */
final class GoogleProject {
  private static final String NAME = "gcs";
  private static final String SETTINGS = RemoteStore.prefix(NAME);

  private GoogleProject() {}

  /**
   * Finds the project.
   *
   * @throws IOException when settings are missing or wrong, or the driver may not use the project
   */
  static DemoStore find(Map<String, String> environment, ScratchDirectory place)
      throws IOException {
    Map<String, String> own = new HashMap<>();
    environment.forEach((setting, value) -> {
      if (setting.startsWith(SETTINGS)) {
        own.put(setting.substring(SETTINGS.length()), value);
      }
    });
    own.put("KIND", NAME);
    RemoteStore store =
        new RemoteStore(
            NAME,
            own,
            () -> new GcsSessions(endpoint(own), Workload.TIMEOUT, ClientProxies.of(environment)),
            place);
    try {
      store.ping();
      return store;
    } catch (DriverException e) {
      throw new IOException(
          "the project %s cannot be used: %s".formatted(own.get("PROJECT"), e.getMessage()), e);
    }
  }

  private static URI endpoint(Map<String, String> own) {
    return Optional.ofNullable(own.get("ENDPOINT")).map(URI::create).orElse(GcsSessions.ENDPOINT);
  }
}
