package io.windlass.store.azure;

import io.windlass.access.AccessAdmin;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.Principal;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.connect.CredentialSource;
import io.windlass.error.DriverException;
import io.windlass.http.Proxies;
import io.windlass.object.Content;
import io.windlass.object.ObjectProperties;
import io.windlass.store.Feature;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What Azure's pages leave open, asked of an account. The driver works whatever the answers are.
 *
 * @param container is made, and stays
 */
record AzureQuestions(AzureBackend backend, String container) {
  private static final AzureConnector CONNECTOR = new AzureConnector();
  private static final Content CONTENT = Content.of(new byte[1]);

  /** The questions, by what they are about. */
  enum Question {
    A_TOKEN_THAT_LASTS("an account may refuse tokens by an expiration policy"),
    A_DIRECTORY_BY_ITS_TOKEN(
        "a token of a directory, and a listing whose prefix ends with a slash"),
    THE_COUNT_OF_TAGS("whether a token that may not read tags is told that there are some");

    private final String about;

    Question(String about) {
      this.about = about;
    }
  }

  /** Asks a question; returns it with its answer, in one line. */
  String ask(Question question) {
    backend.ping();
    backend.buckets().create(container, BucketSettings.DEFAULT);
    String answer =
        answer(
            switch (question) {
              case A_TOKEN_THAT_LASTS -> this::lasting;
              case A_DIRECTORY_BY_ITS_TOKEN -> this::directory;
              case THE_COUNT_OF_TAGS -> this::tags;
            });
    return "%s (%s): %s".formatted(question, question.about, answer);
  }

  /** An error is an answer, too. */
  private static String answer(Supplier<String> question) {
    try {
      return question.get();
    } catch (DriverException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private BucketGrant grant(String prefix) {
    AccessModes modes = AccessModes.ofData(AccessMode.READ_WRITE, backend.capabilities());
    return new BucketGrant(container, prefix, modes, Set.of());
  }

  private String lasting() {
    Principal principal = new Principal("asks", List.of(grant("")), Optional.empty());
    AccessAdmin access = backend.access();
    access.check(principal);
    try {
      Issued granted = access.grant(principal, access.generation(1), List.of());
      return access.isEffective(principal, granted.credential()) ? "accepted" : "refused so far";
    } finally {
      access.revoke(principal, List.of());
    }
  }

  private String directory() {
    if (!backend.capabilities().has(Feature.DIRECTORIES)) {
      return "this account has none";
    }
    backend.objects(container).put("a/there", CONTENT, PutOptions.DEFAULT);
    return asNode(
        "a/",
        store ->
            store.list(ListOptions.prefix("a/"), Optional.empty()).items().stream()
                .map(ListedEntry::key)
                .toList()
                .toString());
  }

  private String tags() {
    if (backend.capabilities().has(Feature.DIRECTORIES)) {
      return "this account has no tags";
    }
    PutOptions tagged =
        PutOptions.DEFAULT.withProperties(ObjectProperties.NONE.withTags(Map.of("a", "b")));
    backend.objects(container).put("tagged", CONTENT, tagged);
    return asNode("", store -> store.head("tagged").properties().whole() ? "not told" : "told");
  }

  private String asNode(String prefix, Function<ObjectStore, String> question) {
    Credential.Key token = backend.sessions().orElseThrow().issue(grant(prefix), "asks");
    try (Backend node =
        CONNECTOR.open(
            "node",
            CONNECTOR.address(backend.locate(container)),
            new CredentialSource.Text(() -> CONNECTOR.credential(token)),
            Optional.empty(),
            Proxies.none())) {
      return question.apply(node.objects(container));
    }
  }
}
