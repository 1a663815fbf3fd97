package io.windlass.store.azure.client;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import io.windlass.secret.TokenRedaction;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An answer of the JDK's client as the SDK wants it. The SDK shows error texts in its log and its
 * exceptions, so signatures are removed from them here.
 */
final class AzureAnswer extends HttpResponse {
  private final HttpAnswer answer;
  private final HttpHeaders headers = new HttpHeaders();
  private Optional<BinaryData> whole = Optional.empty();

  AzureAnswer(HttpRequest request, HttpAnswer answer) {
    super(request);
    this.answer = answer;
    answer
        .headers()
        .map()
        .forEach((name, values) -> headers.set(HttpHeaderName.fromString(name), values));
  }

  @Override
  public int getStatusCode() {
    return answer.status();
  }

  @Override
  @Deprecated
  public @Nullable String getHeaderValue(String name) {
    return headers.getValue(HttpHeaderName.fromString(name));
  }

  @Override
  public @Nullable String getHeaderValue(HttpHeaderName name) {
    return headers.getValue(name);
  }

  @Override
  public HttpHeaders getHeaders() {
    return headers;
  }

  @Override
  public InputStream getBodyAsInputStreamSync() {
    return whole.isEmpty() && !isError() ? answer.body() : getBodyAsBinaryData().toStream();
  }

  @Override
  public BinaryData getBodyAsBinaryData() {
    if (whole.isEmpty()) {
      byte[] bytes = answer.whole();
      whole =
          Optional.of(
              isError()
                  ? BinaryData.fromString(
                      TokenRedaction.of(new String(bytes, StandardCharsets.UTF_8)))
                  : BinaryData.fromBytes(bytes));
    }
    return whole.get();
  }

  private boolean isError() {
    return answer.status() >= 300;
  }

  @Override
  public Flux<ByteBuffer> getBody() {
    return Flux.defer(() -> Flux.just(getBodyAsBinaryData().toByteBuffer()));
  }

  @Override
  public Mono<byte[]> getBodyAsByteArray() {
    return Mono.fromCallable(() -> getBodyAsBinaryData().toBytes());
  }

  @Override
  public Mono<String> getBodyAsString() {
    return getBodyAsString(StandardCharsets.UTF_8);
  }

  @Override
  public Mono<String> getBodyAsString(Charset charset) {
    return getBodyAsByteArray().map(bytes -> new String(bytes, charset));
  }

  @Override
  public void close() {
    answer.close();
  }
}
