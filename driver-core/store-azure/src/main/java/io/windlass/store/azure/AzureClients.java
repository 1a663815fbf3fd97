package io.windlass.store.azure;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.AddDatePolicy;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.BlobServiceVersion;
import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.common.policy.StorageSharedKeyCredentialPolicy;
import io.windlass.secret.Secret;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The SDK's clients for one storage account, with every wait bounded. They are made anew when the
 * account's key changes. All use one HTTP client, whose threads end when nobody refers to it.
 */
final class AzureClients {
  /** Pinned, so that a newer SDK speaks as this one does. */
  static final BlobServiceVersion VERSION = BlobServiceVersion.V2026_02_06;

  /** Bytes that even a slow network moves in a second. */
  private static final long SLOW_NETWORK = 512 << 10;

  /** Bytes that even a slow server copies within itself in a second. */
  private static final long SLOW_COPY = 8 << 20;

  private final AzureConnection connection;
  private final Supplier<Secret> accountKey;
  private final HttpClient http;
  private final AtomicReference<Optional<Signed>> signed = new AtomicReference<>(Optional.empty());

  /** What is made of one key. */
  private record Signed(
      Secret secret,
      StorageSharedKeyCredential key,
      HttpPipeline pipeline,
      BlobServiceClient service) {}

  /**
   * Makes the clients; nothing is sent.
   *
   * @param accountKey asked before each call, and so may change
   */
  AzureClients(AzureConnection connection, Supplier<Secret> accountKey) {
    this.connection = connection;
    this.accountKey = accountKey;
    this.http =
        new JdkHttpClientBuilder(
                java.net.http.HttpClient.newBuilder()
                    .version(Version.HTTP_1_1)
                    .followRedirects(Redirect.NEVER))
            .connectionTimeout(connection.attemptTimeout())
            .writeTimeout(connection.callTimeout())
            .readTimeout(connection.callTimeout())
            .build();
  }

  AzureConnection connection() {
    return connection;
  }

  /** What requests that are not a method of the SDK's are sent through. */
  HttpPipeline pipeline() {
    return signed().pipeline;
  }

  /** For what is signed by itself. */
  StorageSharedKeyCredential key() {
    return signed().key;
  }

  BlobServiceClient service() {
    return signed().service;
  }

  BlobContainerClient container(String name) {
    return service().getBlobContainerClient(name);
  }

  /** Time beyond the usual for a call that sends this many bytes. */
  static Duration forSending(long bytes) {
    return Duration.ofSeconds(bytes / SLOW_NETWORK);
  }

  /** Time beyond the usual for a call that has the server copy this many bytes. */
  static Duration forCopying(long bytes) {
    return Duration.ofSeconds(bytes / SLOW_COPY);
  }

  private Signed signed() {
    Secret now = accountKey.get();
    Optional<Signed> known = signed.get().filter(made -> made.secret.equals(now));
    if (known.isPresent()) {
      return known.get();
    }
    Signed made = sign(now);
    signed.set(Optional.of(made));
    return made;
  }

  private Signed sign(Secret secret) {
    StorageSharedKeyCredential key =
        new StorageSharedKeyCredential(connection.account(), secret.reveal());
    HttpPipeline pipeline =
        new HttpPipelineBuilder()
            .httpClient(http)
            .policies(
                new AzureAttempts(connection),
                new AddDatePolicy(),
                new StorageSharedKeyCredentialPolicy(key))
            .build();
    BlobServiceClient service =
        new BlobServiceClientBuilder()
            .endpoint(connection.endpoint().toString())
            .serviceVersion(VERSION)
            .pipeline(pipeline)
            .buildClient();
    return new Signed(secret, key, pipeline, service);
  }
}
