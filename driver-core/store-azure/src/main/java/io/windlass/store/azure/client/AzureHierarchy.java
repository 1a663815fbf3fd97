package io.windlass.store.azure.client;

import com.azure.core.http.HttpMethod;
import io.windlass.error.DriverException;
import io.windlass.secret.Secret;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Whether an account has a hierarchical namespace, and so directories ("Get Account Information",
 * or else "Filesystem - Get Properties"). The account is asked once: this changes only if an
 * account is upgraded while it is in use.
 */
public final class AzureHierarchy {
  private static final String HIERARCHICAL = "x-ms-is-hns-enabled";
  private static final String NAMESPACE = "x-ms-namespace-enabled";
  private static final String LOOK = "look for directories in";
  private static final String ACTION =
      "Microsoft.Storage/storageAccounts/blobServices/getInfo/action";

  private final AtomicReference<Optional<Boolean>> known;

  /**
   * Creates it; nothing is asked.
   *
   * @param known the answer, if the account is not to be asked
   */
  AzureHierarchy(Optional<Boolean> known) {
    this.known = new AtomicReference<>(known);
  }

  /** Returns the answer if the account has been asked. */
  public Optional<Boolean> known() {
    return known.get();
  }

  /**
   * Returns whether the account of a container has directories; asks it the first time.
   *
   * @param container may have no name, for a question about the account alone
   * @throws DriverException.FailedPrecondition if an identity cannot find it out; names the action
   *     that it lacks
   */
  boolean of(AzureContainer container) {
    return known
        .get()
        .orElseGet(() -> {
          Optional<Boolean> answer = ask(container);
          answer.ifPresent(is -> known.set(Optional.of(is)));
          return answer.orElse(false);
        });
  }

  private static Optional<Boolean> ask(AzureContainer container) {
    return switch (container.clients().credential()) {
      case AzureKey.Account _ ->
          Optional.of(answer(BlobRequest.ofAccount(container, HttpMethod.HEAD)));
      case AzureKey.Identity _ ->
          asked(container)
              .or(() ->
                  container.name().isEmpty()
                      ? Optional.empty()
                      : Optional.of(ofFilesystem(container)));
      case AzureKey.Token(Secret token) ->
          SharedAccessSignature.isOfDirectory(token)
              ? Optional.of(true)
              // Who made a token that may not ask has given the right to rename only where it is.
              : asked(container).or(() -> Optional.of(SharedAccessSignature.permitsMoves(token)));
    };
  }

  /**
   * Returns the answer; empty if the credential may not ask: the action that it takes is in no role
   * for data. The service has also answered that there is no such resource.
   */
  private static Optional<Boolean> asked(AzureContainer container) {
    BlobRequest request =
        container.name().isEmpty()
            ? BlobRequest.ofAccount(container, HttpMethod.HEAD)
            : BlobRequest.ofContainer(container, HttpMethod.HEAD);
    try {
      return Optional.of(answer(request));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.PermissionDenied | DriverException.NotFound e) {
      return Optional.empty();
    }
  }

  private static boolean answer(BlobRequest request) {
    return request
        .query("restype", "account")
        .query("comp", "properties")
        .send(LOOK)
        .firstValue(HIERARCHICAL)
        .map("true"::equalsIgnoreCase)
        .orElse(false);
  }

  /** "Filesystem - Get Properties" takes the right to read containers, which all roles have. */
  private static boolean ofFilesystem(AzureContainer container) {
    try {
      return BlobRequest.ofFilesystem(container, HttpMethod.HEAD)
          .query("resource", "filesystem")
          .send(LOOK)
          .firstValue(NAMESPACE)
          .map("true"::equalsIgnoreCase)
          .orElseThrow(() -> new DriverException.FailedPrecondition(needs(container, "no answer")));
    } catch (DriverException.NoSuchBucket e) {
      throw new DriverException.NoSuchBucket(needs(container, e.getMessage()), e);
    } catch (DriverException.PermissionDenied e) {
      throw new DriverException.PermissionDenied(needs(container, e.getMessage()), e);
    } catch (DriverException.Unavailable e) {
      throw new DriverException.Unavailable(needs(container, e.getMessage()), e);
    } catch (DriverException.Unsupported e) {
      return false; // that endpoint serves no flat account with soft delete or versions
    } catch (DriverException.InvalidArgument | DriverException.NotFound e) {
      throw new DriverException.FailedPrecondition(needs(container, e.getMessage()));
    }
  }

  private static String needs(AzureContainer container, @Nullable String why) {
    return container
        .errors()
        .says(
            LOOK,
            container.name(),
            "set HIERARCHY, or give the identity a role with the action %s, or let it reach %s (%s)"
                .formatted(ACTION, container.clients().connection().directoriesEndpoint(), why));
  }
}
