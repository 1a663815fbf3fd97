package io.windlass.store.azure;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import io.windlass.store.AnswerBody;
import io.windlass.store.AnswerLimit;
import io.windlass.store.AnswerRoom;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** An answer of the JDK's client as the SDK wants it. */
final class AzureAnswer extends HttpResponse {
  /** A longer rest of a body is not read for the sake of the connection. */
  private static final long MOST_TO_DRAIN = 16 << 10;

  private static final Duration DRAIN = Duration.ofSeconds(1);

  private final int status;
  private final HttpHeaders headers = new HttpHeaders();
  private final AnswerBody body;
  private final AnswerRoom room;
  private Optional<BinaryData> whole = Optional.empty();
  private boolean closed;

  AzureAnswer(HttpRequest request, java.net.http.HttpResponse<AnswerBody> answer, AnswerRoom room) {
    super(request);
    this.status = answer.statusCode();
    this.body = answer.body();
    this.room = room;
    answer
        .headers()
        .map()
        .forEach((name, values) -> headers.set(HttpHeaderName.fromString(name), values));
  }

  @Override
  public int getStatusCode() {
    return status;
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
    return whole.map(BinaryData::toStream).orElse(body);
  }

  @Override
  public BinaryData getBodyAsBinaryData() {
    if (whole.isEmpty()) {
      whole = Optional.of(BinaryData.fromBytes(readAll()));
    }
    return whole.get();
  }

  private byte[] readAll() {
    AnswerLimit limit = status < 400 ? AnswerLimit.PAGE_WITH_METADATA : AnswerLimit.ERROR;
    try (InputStream bounded = room.bounded(body, limit, body::close)) {
      return bounded.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  /** A short answer is read to its end, so that the next request has its connection. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try (body) {
      if (isShort()) {
        body.drain(DRAIN);
      }
    } catch (IOException e) {
      // Nobody asks for the rest.
    }
  }

  private boolean isShort() {
    return "HEAD".equals(getRequest().getHttpMethod().toString())
        || Optional.ofNullable(headers.getValue(HttpHeaderName.CONTENT_LENGTH))
            .filter(length -> Long.parseLong(length) <= MOST_TO_DRAIN)
            .isPresent();
  }
}
