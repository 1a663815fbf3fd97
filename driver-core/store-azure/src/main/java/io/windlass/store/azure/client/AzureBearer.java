package io.windlass.store.azure.client;

import com.azure.core.credential.AccessToken;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.BearerTokenAuthenticationPolicy;
import io.windlass.secret.Secret;
import java.time.OffsetDateTime;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * Authorises requests with an access token. The SDK's own policy refuses to send a token without
 * TLS, which emulators do not have.
 */
public final class AzureBearer extends BearerTokenAuthenticationPolicy {
  private final Supplier<Secret> token;

  /**
   * Creates the policy.
   *
   * @param token asked for each attempt
   */
  AzureBearer(Supplier<Secret> token) {
    super(
        _ -> Mono.fromCallable(() -> new AccessToken(token.get().reveal(), OffsetDateTime.MAX)),
        "");
    this.token = token;
  }

  /** Returns the value of the header for a token. */
  public static String header(Secret token) {
    return "Bearer " + token.reveal();
  }

  @Override
  public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
    authorize(context);
    return next.process();
  }

  @Override
  public HttpResponse processSync(
      HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
    authorize(context);
    return next.processSync();
  }

  private void authorize(HttpPipelineCallContext context) {
    context.getHttpRequest().setHeader(HttpHeaderName.AUTHORIZATION, header(token.get()));
  }
}
