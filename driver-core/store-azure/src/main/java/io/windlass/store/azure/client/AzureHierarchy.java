package io.windlass.store.azure.client;

import com.azure.core.http.HttpMethod;
import io.windlass.error.DriverException;
import io.windlass.secret.Secret;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Whether an account has a hierarchical namespace, and so directories ("Get Account Information").
 * The account is asked once: this changes only if an account is upgraded while it is in use.
 */
public final class AzureHierarchy {
  private static final String HIERARCHICAL = "x-ms-is-hns-enabled";

  private final AtomicReference<Optional<Boolean>> known = new AtomicReference<>(Optional.empty());

  /** Returns the answer if the account has been asked. */
  public Optional<Boolean> known() {
    return known.get();
  }

  /** Returns whether the account of a container has directories; asks it the first time. */
  boolean of(AzureContainer container) {
    return known
        .get()
        .orElseGet(() -> {
          boolean answer = ask(container);
          known.set(Optional.of(answer));
          return answer;
        });
  }

  private static boolean ask(AzureContainer container) {
    return switch (container.clients().credential()) {
      case AzureKey.Account _ -> answer(BlobRequest.ofAccount(container, HttpMethod.HEAD));
      // Roles for data do not all permit it.
      case AzureKey.Identity _ -> asked(container);
      case AzureKey.Token(Secret token) ->
          SharedAccessSignature.isOfDirectory(token) || asked(container);
    };
  }

  /** If the credential may not ask, the account is treated as one without directories. */
  private static boolean asked(AzureContainer container) {
    try {
      return answer(BlobRequest.ofContainer(container, HttpMethod.HEAD));
    } catch (DriverException.PermissionDenied e) {
      return false;
    }
  }

  private static boolean answer(BlobRequest request) {
    return request
        .query("restype", "account")
        .query("comp", "properties")
        .send("look for directories in")
        .firstValue(HIERARCHICAL)
        .map("true"::equalsIgnoreCase)
        .orElse(false);
  }
}
