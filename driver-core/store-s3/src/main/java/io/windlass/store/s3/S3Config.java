package io.windlass.store.s3;

import io.windlass.backend.Backend;
import io.windlass.connect.BackendConfig;
import io.windlass.secret.Keyring;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.s3.access.OidcProvider;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.client.S3Role;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Configuration of one S3 backend.
 *
 * @param name name of the backend, {@code [a-z0-9-]{1,32}}
 * @param flavor flavour of the server
 * @param connection how the driver reaches the server
 * @param iamEndpoint where the server has its IAM API; empty: AWS, where it has it for the region,
 *     and others beside their buckets
 * @param publicEndpoint how workloads reach the server; empty: as the driver does
 * @param credentials where the driver has its own credentials from
 * @param role role that the driver assumes for nodes; empty: nodes get keys of their own
 * @param oidcProvider provider by which the server believes the tokens of the cluster; empty:
 *     service accounts get no access
 * @param permissionsBoundary ARN of the policy that limits what users and roles of the driver may
 *     do, whatever their own policies say; empty: none
 */
public record S3Config(
    String name,
    S3Flavor flavor,
    S3Connection connection,
    Optional<URI> iamEndpoint,
    Optional<URI> publicEndpoint,
    DriverCredentials credentials,
    Optional<S3Role> role,
    Optional<OidcProvider> oidcProvider,
    Optional<String> permissionsBoundary)
    implements BackendConfig {

  /**
   * Creates that of a driver with the administrator's key in files; an IAM API is in the usual
   * place.
   */
  public S3Config(
      String name,
      S3Flavor flavor,
      S3Connection connection,
      Optional<URI> publicEndpoint,
      SecretDirectory credentials) {
    this(
        name,
        flavor,
        connection,
        Optional.empty(),
        publicEndpoint,
        new DriverCredentials.Files(credentials),
        Optional.empty());
  }

  /** Creates that of a server that believes no tokens of the cluster, and limits no users. */
  public S3Config(
      String name,
      S3Flavor flavor,
      S3Connection connection,
      Optional<URI> iamEndpoint,
      Optional<URI> publicEndpoint,
      DriverCredentials credentials,
      Optional<S3Role> role) {
    this(
        name,
        flavor,
        connection,
        iamEndpoint,
        publicEndpoint,
        credentials,
        role,
        Optional.empty(),
        Optional.empty());
  }

  /** Throws {@link IllegalArgumentException}, which names the field and what would be valid. */
  public S3Config {
    if (!name.matches("[a-z0-9-]{1,32}")) {
      throw new IllegalArgumentException("name must be 1 to 32 of a-z, 0-9 and '-'");
    }
    iamEndpoint.ifPresent(uri -> S3Connection.requireEndpoint("iamEndpoint", uri));
    publicEndpoint.ifPresent(uri -> S3Connection.requireEndpoint("publicEndpoint", uri));
  }

  @Override
  public String place() {
    return "at " + connection.endpoint();
  }

  /**
   * Tenants of Ceph have buckets of the same names, and so may users of a server of an unknown
   * kind.
   */
  @Override
  public String namespace() {
    URI at = connection.endpoint();
    int usual = "https".equals(at.getScheme()) ? 443 : 80;
    String server =
        "%s:%d"
            .formatted(
                at.getHost().toLowerCase(Locale.ROOT), at.getPort() == -1 ? usual : at.getPort());
    return switch (flavor) {
      case AWS, MINIO, SEAWEEDFS, VERSITYGW -> server;
      case RGW, NONE -> "%s of backend %s".formatted(server, name);
    };
  }

  @Override
  public Optional<Path> makes() {
    return Optional.empty();
  }

  @Override
  public Backend open(Supplier<Keyring> keyring) {
    return S3Backend.open(this, keyring);
  }
}
