package io.windlass.store.gcs;

import com.google.api.services.storage.model.HmacKeyMetadata;
import com.google.api.services.storage.model.ManagedFolder;
import com.google.api.services.storage.model.Policy;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.backend.BucketSettings;
import io.windlass.hash.Sha256;
import io.windlass.http.HttpAttempts;
import io.windlass.operation.Deadline;
import io.windlass.secret.Secret;
import io.windlass.store.gcs.client.GcsErrors;
import io.windlass.store.gcs.client.GcsProtocol;
import io.windlass.store.gcs.client.GcsService;
import io.windlass.testing.BuildOutput;
import io.windlass.testing.UniqueName;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Asks a project of Google what no page says, and prints the answers; the driver is right with any
 * of them. For {@code test/google/run}, before the contract. No test of the build.
 */
@TestInstance(Lifecycle.PER_CLASS)
class GoogleAccountQuestions {
  private static final Duration LONGEST = Duration.ofMinutes(3);

  private final GoogleAccount account = GoogleAccount.given();
  private final HttpAttempts attempts = new HttpAttempts();
  private final String bucket = UniqueName.of("questions");
  private GcsBackend backend;
  private GcsService service;

  @BeforeAll
  void open(@TempDir Path directory) {
    backend = account.open(directory);
    service = new GcsService(account.connection(), account.credentials(directory), attempts);
    backend.buckets().create(bucket, BucketSettings.DEFAULT);
  }

  @AfterAll
  void close() {
    backend.close();
  }

  /** Says how often and how long a request is refused, and in which words. */
  private void say(String question, Runnable request) {
    Instant begin = Instant.now();
    List<String> refusals = new ArrayList<>();
    Deadline until = Deadline.after(LONGEST);
    boolean done = is(request, refusals);
    for (int attempt = 1; !done && attempts.pause(attempt, until); attempt++) {
      done = is(request, refusals);
    }
    BuildOutput.say(
        "QUESTION %s: %s after %d ms and %d refusals %s"
            .formatted(
                question,
                done ? "yes" : "not",
                Duration.between(begin, Instant.now()).toMillis(),
                refusals.size(),
                refusals.stream().distinct().toList()));
  }

  private static boolean is(Runnable request, List<String> refusals) {
    try {
      request.run();
      return true;
    } catch (RuntimeException e) {
      refusals.add(GcsErrors.failure(e).text());
      return false;
    }
  }

  /** Points 3 and 15: when is a new service account known, and what is said until then. */
  @Test
  void whenIsANewServiceAccountKnown() {
    String id = "w-" + Sha256.hex(bucket, 24);
    String accounts =
        account.connection().management().iam().toString().replaceAll("/*$", "")
            + "/v1/projects/%s/serviceAccounts".formatted(account.connection().project());
    Map<String, Object> body =
        Map.of("accountId", id, "serviceAccount", Map.of("description", bucket));
    String email =
        String.valueOf(service.send("POST", URI.create(accounts), Optional.of(body)).get("email"));
    say(
        "google-account-found",
        () -> {
          var _ = service.send("GET", URI.create(accounts + "/" + email), Optional.empty());
        });
    say("google-account-in-policy", () -> bind("serviceAccount:" + email));
    String project = account.connection().project();
    List<HmacKeyMetadata> made = new ArrayList<>();
    say(
        "google-account-has-key",
        () ->
            made.add(
                service
                    .call(storage -> storage.projects().hmacKeys().create(project, email))
                    .resource()
                    .getMetadata()));
    for (HmacKeyMetadata key : made) {
      String accessId = key.getAccessId();
      var _ =
          service.call(storage ->
              storage
                  .projects()
                  .hmacKeys()
                  .update(project, accessId, new HmacKeyMetadata().setState("INACTIVE")));
      service.run(storage -> storage.projects().hmacKeys().delete(project, accessId));
    }
  }

  private void bind(String member) {
    Policy policy = service.call(storage -> storage.buckets().getIamPolicy(bucket)).resource();
    List<Policy.Bindings> bindings =
        new ArrayList<>(Optional.ofNullable(policy.getBindings()).orElse(List.of()));
    bindings.add(
        new Policy.Bindings().setRole("roles/storage.objectViewer").setMembers(List.of(member)));
    var _ =
        service.call(
            storage -> storage.buckets().setIamPolicy(bucket, policy.setBindings(bindings)));
  }

  /** Whether a token can be cut to a custom role, when it works, and what it may not do. */
  @Test
  void isACustomRoleABoundaryOfTokens() {
    Credential.Key key =
        backend
            .sessions()
            .orElseThrow()
            .issue(
                new BucketGrant(
                    bucket,
                    "",
                    AccessModes.ofData(AccessMode.READ_WRITE, backend.capabilities()),
                    Set.of()),
                "questions");
    BuildOutput.say("QUESTION google-token-ends: %s".formatted(key.expires()));
    Secret token = GcsProtocol.token(key).orElseThrow();
    GcsService node = GcsService.withToken(account.connection(), () -> token, attempts);
    say(
        "google-token-of-custom-role-lists",
        () -> {
          var _ = node.call(storage -> storage.objects().list(bucket));
        });
    List<String> refusals = new ArrayList<>();
    boolean made =
        is(
            () -> {
              var _ =
                  node.call(storage ->
                      storage.managedFolders().insert(bucket, new ManagedFolder().setName("a/")));
            },
            refusals);
    BuildOutput.say("QUESTION google-token-makes-managed-folder: %s %s".formatted(made, refusals));
  }
}
