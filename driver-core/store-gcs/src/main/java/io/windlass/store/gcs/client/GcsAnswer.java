package io.windlass.store.gcs.client;

import com.google.api.client.http.LowLevelHttpResponse;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An answer as Google's client wants it. */
final class GcsAnswer extends LowLevelHttpResponse {
  private final GcsTransport.Received received;
  private final List<Map.Entry<String, String>> headers;

  GcsAnswer(GcsTransport.Received received) {
    this.received = received;
    this.headers =
        received.headers().map().entrySet().stream()
            .flatMap(all -> all.getValue().stream().map(value -> Map.entry(all.getKey(), value)))
            .toList();
  }

  @Override
  public InputStream getContent() {
    return received.body();
  }

  @Override
  public @Nullable String getContentEncoding() {
    return received.headers().firstValue("Content-Encoding").orElse(null);
  }

  @Override
  public long getContentLength() {
    return received.headers().firstValueAsLong("Content-Length").orElse(-1);
  }

  @Override
  public @Nullable String getContentType() {
    return received.headers().firstValue("Content-Type").orElse(null);
  }

  @Override
  public String getStatusLine() {
    return "HTTP/1.1 " + received.status();
  }

  @Override
  public int getStatusCode() {
    return received.status();
  }

  @Override
  public @Nullable String getReasonPhrase() {
    return null;
  }

  @Override
  public int getHeaderCount() {
    return headers.size();
  }

  @Override
  public String getHeaderName(int index) {
    return headers.get(index).getKey();
  }

  @Override
  public String getHeaderValue(int index) {
    return headers.get(index).getValue();
  }
}
