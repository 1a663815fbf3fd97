package io.windlass.store.gcs;

import com.google.api.client.json.GenericJson;
import io.windlass.backend.Backend;
import io.windlass.http.HttpAttempts;
import io.windlass.store.contract.AccountCheck;
import io.windlass.store.gcs.access.GcsIam;
import io.windlass.store.gcs.client.GcsErrors;
import io.windlass.store.gcs.client.GcsService;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** For {@code test/google/run}. The others are service accounts. No test of the build. */
@TestInstance(Lifecycle.PER_CLASS)
class GoogleAccountCheck implements AccountCheck {
  private final GoogleAccount account = GoogleAccount.given();
  private GcsBackend backend;
  private GcsService service;

  @BeforeAll
  void open(@TempDir Path directory) {
    backend = account.open(directory);
    service =
        new GcsService(account.connection(), account.credentials(directory), new HttpAttempts());
  }

  @AfterAll
  void close() {
    backend.close();
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public List<String> others(String prefix) {
    String all =
        account.connection().management().iam().toString().replaceAll("/*$", "")
            + "/v1/projects/%s/serviceAccounts".formatted(account.connection().project());
    List<String> found = new ArrayList<>();
    Optional<Object> token = Optional.empty();
    do {
      String url = all + token.map(text -> "?pageToken=" + text).orElse("");
      GenericJson page = service.send("GET", URI.create(url), Optional.empty());
      if (page.get("accounts") instanceof List<?> accounts) {
        for (Object each : accounts) {
          if (each instanceof Map<?, ?> fields
              && String.valueOf(fields.get("description")).contains(prefix)) {
            found.add(String.valueOf(fields.get("email")));
          }
        }
      }
      token = Optional.ofNullable(page.get("nextPageToken"));
    } while (token.isPresent());
    return found;
  }

  @Override
  public void remove(String email) {
    new GcsIam(service, GcsErrors.of("account")).deleteServiceAccount(email);
  }
}
