package io.windlass.cosi.sanity.azure;

import com.azure.core.http.HttpClient;
import com.azure.core.util.Configuration;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.blob.BlobUrlParts;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import io.windlass.cosi.sanity.store.Proof;
import io.windlass.cosi.sanity.store.ProxyRule;
import io.windlass.cosi.sanity.store.StoreSession;
import io.windlass.cosi.sanity.store.StoreSessions;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import io.windlass.cosi.sanity.wire.WorkloadCredential;
import java.time.Duration;

/** Clients of Azure, which know nothing but the token's URI. */
public final class AzureSessions implements StoreSessions {
  private static final String SIGNATURE = "sig=";

  private final RequestRetryOptions once;
  private final HttpClient http;

  /**
   * Creates the factory.
   *
   * @param timeout longest time that one request may take
   * @param proxies which way requests go
   */
  public AzureSessions(Duration timeout, ProxyRule proxies) {
    int seconds = Math.toIntExact(timeout.plusMillis(999).toSeconds());
    this.once = new RequestRetryOptions(RetryPolicyType.FIXED, 1, seconds, null, null, null);
    this.http = new SanityTransport(timeout, proxies);
  }

  @Override
  public StorageProtocol protocol() {
    return StorageProtocol.AZURE;
  }

  /** COSI lets the token contain the URI of the container, so nothing else of the access counts. */
  @Override
  public StoreSession open(Access access, String bucketId, Proof proof) {
    String token =
        access
            .azureToken()
            .map(WorkloadCredential.Azure::accessToken)
            .orElseThrow(() -> new IllegalArgumentException("it has no Azure access token"));
    requireContainer(token);
    return new AzureSession(
        new BlobContainerClientBuilder()
            .endpoint(proven(token, proof))
            .httpClient(http)
            .configuration(Configuration.NONE)
            .retryOptions(once)
            .buildClient());
  }

  private static void requireContainer(String token) {
    if (!token.startsWith("http") || !isSigned(token) || !namesContainer(token)) {
      throw new IllegalArgumentException(
          "the Azure access token is not the URI of a container with a shared access signature");
    }
  }

  private static boolean isSigned(String token) {
    return token.contains("?" + SIGNATURE) || token.contains("&" + SIGNATURE);
  }

  /** The exceptions of the parser show the token, so they end here. */
  private static boolean namesContainer(String token) {
    try {
      String name = BlobUrlParts.parse(token).getBlobContainerName();
      return name != null && !name.isEmpty();
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static String proven(String token, Proof proof) {
    return switch (proof) {
      case GRANTED -> token;
      case FORGED -> forged(token);
      case NONE -> token.substring(0, token.indexOf('?'));
    };
  }

  /** Replaces one character of the signature, so that it stays well-formed. */
  private static String forged(String token) {
    int first = token.indexOf(SIGNATURE, token.indexOf('?')) + SIGNATURE.length();
    char other = token.startsWith("A", first) ? 'B' : 'A';
    return token.substring(0, first) + other + token.substring(first + 1);
  }

  /** The threads of the HTTP client end by themselves. */
  @Override
  public void close() {}
}
