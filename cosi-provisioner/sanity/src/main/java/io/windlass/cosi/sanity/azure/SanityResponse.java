package io.windlass.cosi.sanity.azure;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** An answer of the JDK's client, read to its end, as the SDK wants it. */
final class SanityResponse extends HttpResponse {
  private final java.net.http.HttpResponse<byte[]> answer;
  private final HttpHeaders headers = new HttpHeaders();

  SanityResponse(HttpRequest request, java.net.http.HttpResponse<byte[]> answer) {
    super(request);
    this.answer = answer;
    answer
        .headers()
        .map()
        .forEach((name, values) -> headers.set(HttpHeaderName.fromString(name), values));
  }

  @Override
  public int getStatusCode() {
    return answer.statusCode();
  }

  @Override
  @Deprecated
  public @Nullable String getHeaderValue(String name) {
    return headers.getValue(HttpHeaderName.fromString(name));
  }

  @Override
  public HttpHeaders getHeaders() {
    return headers;
  }

  @Override
  public BinaryData getBodyAsBinaryData() {
    return BinaryData.fromBytes(answer.body());
  }

  @Override
  public Flux<ByteBuffer> getBody() {
    return Flux.defer(() -> Flux.just(ByteBuffer.wrap(answer.body())));
  }

  @Override
  public Mono<byte[]> getBodyAsByteArray() {
    return Mono.just(answer.body());
  }

  @Override
  public Mono<String> getBodyAsString() {
    return getBodyAsString(StandardCharsets.UTF_8);
  }

  @Override
  public Mono<String> getBodyAsString(Charset charset) {
    return Mono.just(new String(answer.body(), charset));
  }
}
