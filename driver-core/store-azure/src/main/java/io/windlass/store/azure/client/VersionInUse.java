package io.windlass.store.azure.client;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import reactor.core.publisher.Mono;

/**
 * The version of requests to one account: the one that a setting says; else the newest, until the
 * account answers that it does not have it ("Versioning for the Azure Storage services"). In the
 * SDK's pipeline it stands before the signature, which covers the version.
 */
final class VersionInUse implements HttpPipelinePolicy {
  static final String HEADER = "x-ms-version";

  private static final HttpHeaderName NAME = HttpHeaderName.fromString(HEADER);
  private static final int BAD_REQUEST = 400;

  /** Of the service for blobs, and of that for directories ("Path - Create"). */
  private static final Set<String> REFUSALS =
      Set.of("InvalidHeaderValue", "UnsupportedRestVersion");

  private final boolean isSet;
  private final AtomicReference<ServiceVersion> now;

  /**
   * Creates it.
   *
   * @param set the version that a setting says; it stays
   */
  VersionInUse(Optional<ServiceVersion> set) {
    this.isSet = set.isPresent();
    this.now = new AtomicReference<>(set.orElse(ServiceVersion.NEWEST));
  }

  /** Returns the version of the next request. */
  ServiceVersion now() {
    return now.get();
  }

  /**
   * Returns whether a request is to be sent again with {@link #now}, because it was refused for its
   * version. Which header is meant is said in the body alone, which an answer to a HEAD lacks: so
   * any header that is not taken counts, and a request that is wrong otherwise is refused twice.
   *
   * @param sent version of the request
   * @param code what the service calls the error; empty where it is none
   */
  boolean isToBeRepeated(ServiceVersion sent, int status, String code) {
    if (isSet
        || status != BAD_REQUEST
        || !REFUSALS.contains(code)
        || !sent.equals(ServiceVersion.NEWEST)) {
      return false;
    }
    now.set(ServiceVersion.BEFORE);
    return true;
  }

  @Override
  public HttpResponse processSync(
      HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
    ServiceVersion first = state(context);
    HttpResponse answer = next.clone().processSync();
    if (!isToBeRepeated(first, answer)) {
      return answer;
    }
    answer.close();
    ServiceVersion _ = state(context);
    return next.processSync();
  }

  @Override
  public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
    ServiceVersion first = state(context);
    return next.clone()
        .process()
        .flatMap(answer -> {
          if (!isToBeRepeated(first, answer)) {
            return Mono.just(answer);
          }
          answer.close();
          ServiceVersion _ = state(context);
          return next.process();
        });
  }

  private ServiceVersion state(HttpPipelineCallContext context) {
    ServiceVersion version = now();
    context.getHttpRequest().setHeader(NAME, version.date());
    return version;
  }

  private boolean isToBeRepeated(ServiceVersion sent, HttpResponse answer) {
    return isToBeRepeated(
        sent,
        answer.getStatusCode(),
        Optional.ofNullable(answer.getHeaderValue(AzureErrors.CODE)).orElse(""));
  }
}
