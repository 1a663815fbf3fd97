package io.windlass.store.azure.client;

import com.azure.core.credential.AzureSasCredential;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.policy.AddDatePolicy;
import com.azure.core.http.policy.AzureSasCredentialPolicy;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.BlobServiceVersion;
import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.common.policy.StorageSharedKeyCredentialPolicy;
import io.windlass.secret.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The SDK's clients for one storage account, with every wait bounded. They are made anew when the
 * credential changes. All use one HTTP client, whose threads end when nobody refers to it.
 */
public final class AzureClients {
  /** Bytes that even a slow network moves in a second. */
  private static final long SLOW_NETWORK = 512 << 10;

  /** Bytes that even a slow server copies within itself in a second. */
  private static final long SLOW_COPY = 8 << 20;

  /** Seconds until even a busy server begins a copy: it answers only once the copy is there. */
  private static final long COPY_QUEUE = 10;

  private final AzureConnection connection;
  private final Supplier<AzureKey> credential;
  private final AzureHttp http;
  private final VersionInUse version;
  private final AzureHierarchy hierarchy;
  private final AzureEntra entra;
  private final AtomicReference<Optional<Signed>> signed = new AtomicReference<>(Optional.empty());

  /** Clients and signer that were created with one credential. */
  private record Signed(AzureKey with, AzureSigner signer, BlobServiceClient service) {}

  /**
   * Makes the clients; nothing is sent.
   *
   * @param credential asked before each call, and so may change
   */
  public AzureClients(AzureConnection connection, Supplier<AzureKey> credential) {
    this(connection, credential, new VersionInUse(connection.version()));
  }

  private AzureClients(
      AzureConnection connection, Supplier<AzureKey> credential, VersionInUse version) {
    this.version = version;
    this.connection = connection;
    this.credential = credential;
    this.http = new AzureHttp(connection.http());
    this.hierarchy = new AzureHierarchy(connection.hierarchy());
    this.entra = new AzureEntra(connection, pipeline(List.of()), System::nanoTime);
  }

  /** Returns clients with another credential, which know what version the account has. */
  public AzureClients as(AzureKey other) {
    return new AzureClients(connection, () -> other, version);
  }

  /** Returns the version of requests. */
  public ServiceVersion version() {
    return version.now();
  }

  /** Returns what knows the version that the account has. */
  VersionInUse versionInUse() {
    return version;
  }

  /** Returns where the account is, and in which time it answers. */
  public AzureConnection connection() {
    return connection;
  }

  /** Returns whether the account has a hierarchical namespace, as far as it is known. */
  public AzureHierarchy hierarchy() {
    return hierarchy;
  }

  /** Returns the sender for requests that the SDK has no method for. */
  AzureHttp http() {
    return http;
  }

  /** Returns the signer of these requests. */
  AzureSigner signer() {
    return signed().signer;
  }

  /** Returns the current credential. */
  public AzureKey credential() {
    return signed().with;
  }

  /**
   * Returns the account key, for signatures outside of requests.
   *
   * @throws IllegalStateException if requests are authorised with something else than an account
   *     key
   */
  public StorageSharedKeyCredential key() {
    return switch (signed().with) {
      case AzureKey.Account(Secret key) -> sharedKey(key);
      case AzureKey.Token _, AzureKey.Identity _ ->
          throw new IllegalStateException("no key of the account");
    };
  }

  /** Returns an identity's token for data. */
  public Secret token(AzureIdentity identity) {
    return entra.token(identity, AzureEntra.STORAGE);
  }

  /** Returns a pipeline to Azure Resource Manager. */
  public HttpPipeline manager(AzureIdentity identity) {
    return pipeline(
        List.of(
            new AzureBearer(
                () -> entra.token(identity, connection.management().manager().toString()))));
  }

  /** Returns a client for the account as an identity, whatever the driver's other credential. */
  public BlobServiceClient serviceAs(AzureIdentity identity) {
    return sign(new AzureKey.Identity(identity)).service;
  }

  private HttpPipeline pipeline(List<HttpPipelinePolicy> policies) {
    return new HttpPipelineBuilder()
        .httpClient(new AzureTransport(http))
        .policies(policies.toArray(HttpPipelinePolicy[]::new))
        .build();
  }

  private StorageSharedKeyCredential sharedKey(Secret key) {
    return new StorageSharedKeyCredential(connection.account(), key.reveal());
  }

  /** Returns the client of the account, with the current credential. */
  public BlobServiceClient service() {
    return signed().service;
  }

  /** Returns the client of a container, with the current credential. */
  public BlobContainerClient container(String name) {
    return service().getBlobContainerClient(name);
  }

  /** Time beyond the usual for a call that sends this many bytes. */
  static Duration forSending(long bytes) {
    return Duration.ofSeconds(bytes / SLOW_NETWORK);
  }

  /** Time beyond the usual for a call that has the server copy this many bytes. */
  public static Duration forCopying(long bytes) {
    return Duration.ofSeconds(COPY_QUEUE + bytes / SLOW_COPY);
  }

  private Signed signed() {
    AzureKey now = credential.get();
    Optional<Signed> known = signed.get().filter(made -> made.with.equals(now));
    if (known.isPresent()) {
      return known.get();
    }
    Signed made = sign(now);
    signed.set(Optional.of(made));
    return made;
  }

  private Signed sign(AzureKey with) {
    HttpPipelinePolicy authorization =
        switch (with) {
          case AzureKey.Account(Secret key) -> new StorageSharedKeyCredentialPolicy(sharedKey(key));
          // Emulators have no TLS.
          case AzureKey.Token(Secret token) ->
              new AzureSasCredentialPolicy(new AzureSasCredential(token.reveal()), false);
          case AzureKey.Identity(AzureIdentity identity) -> new AzureBearer(() -> token(identity));
        };
    HttpPipeline pipeline = pipeline(List.of(version, new AddDatePolicy(), authorization));
    BlobServiceClient service =
        new BlobServiceClientBuilder()
            .endpoint(connection.endpoint().toString())
            .serviceVersion(BlobServiceVersion.valueOf("V" + version().date().replace('-', '_')))
            .pipeline(pipeline)
            .buildClient();
    return new Signed(with, signer(with), service);
  }

  private AzureSigner signer(AzureKey with) {
    return switch (with) {
      case AzureKey.Account(Secret key) ->
          new AzureSigner.ByKey(new SharedKey(connection.account(), key));
      case AzureKey.Token(Secret token) -> new AzureSigner.ByToken(token);
      case AzureKey.Identity(AzureIdentity identity) ->
          new AzureSigner.ByIdentity(() -> token(identity));
    };
  }
}
