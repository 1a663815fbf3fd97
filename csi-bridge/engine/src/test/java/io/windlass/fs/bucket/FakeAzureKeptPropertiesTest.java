package io.windlass.fs.bucket;

import io.windlass.backend.Backend;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.store.azure.AzureBackends;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;

/** On a FAKE account of Azure. */
class FakeAzureKeptPropertiesTest extends KeptPropertiesContract {
  @AutoClose private final FakeAzure fake = new FakeAzure();

  @Override
  Backend open(Path secrets) throws IOException {
    return AzureBackends.open(fake.add("kept", AccountSettings.FLAT), secrets);
  }

  @Override
  Map<String, String> opaque() {
    return Map.of("x-ms-access-tier", "Cool", "x-ms-encryption-scope", "own");
  }
}
