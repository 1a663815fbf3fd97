package io.windlass.store.gcs.client;

import com.google.api.client.http.LowLevelHttpRequest;
import com.google.api.client.http.LowLevelHttpResponse;
import io.windlass.http.HttpSender;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** A request of Google's client, as it is sent by {@link GcsTransport}. */
final class GcsRequest extends LowLevelHttpRequest {
  private final GcsTransport transport;
  private final HttpRequest.Builder request;
  private final String method;
  private final Duration attemptTimeout;
  private Duration more = Duration.ZERO;

  GcsRequest(GcsTransport transport, Duration attemptTimeout, String method, String url) {
    this.transport = transport;
    this.attemptTimeout = attemptTimeout;
    this.method = method;
    this.request = HttpRequest.newBuilder(URI.create(url));
  }

  @Override
  public void addHeader(String name, String value) {
    if (!HttpSender.isRestricted(name)) {
      request.header(name, value);
    }
  }

  /** The caller states additional time for a request by a longer read timeout. */
  @Override
  public void setTimeout(int connectTimeout, int readTimeout) {
    Duration beyond = Duration.ofMillis(readTimeout).minus(attemptTimeout);
    more = beyond.isPositive() ? beyond : Duration.ZERO;
  }

  @Override
  public LowLevelHttpResponse execute() throws IOException {
    Optional.ofNullable(getContentType()).ifPresent(type -> request.header("Content-Type", type));
    Optional.ofNullable(getContentEncoding())
        .ifPresent(encoding -> request.header("Content-Encoding", encoding));
    var content = getStreamingContent();
    if (content instanceof GcsBody body) {
      return body.sent(() -> send(body::publisher));
    }
    ByteArrayOutputStream small = new ByteArrayOutputStream();
    if (content != null) {
      content.writeTo(small);
    }
    byte[] bytes = small.toByteArray();
    return send(
        () -> bytes.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(bytes));
  }

  private LowLevelHttpResponse send(Supplier<BodyPublisher> body) throws IOException {
    return new GcsAnswer(
        transport.send(() -> request.copy().method(method, body.get()), more, true));
  }
}
