package io.windlass.store.s3;

import io.windlass.access.BucketLocation;
import io.windlass.access.Credential;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.connect.AccessField;
import io.windlass.connect.AccessField.Part;
import io.windlass.connect.BucketAddress;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.CredentialFiles;
import io.windlass.connect.CredentialSource;
import io.windlass.connect.KeySource;
import io.windlass.connect.ParsedCredential;
import io.windlass.error.DriverException;
import io.windlass.http.HttpSettings;
import io.windlass.http.Proxies;
import io.windlass.secret.Secret;
import io.windlass.store.s3.client.AwsEndpoint;
import io.windlass.store.s3.client.AwsNames;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Connection.Encryption;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Protocol;
import io.windlass.store.s3.client.StsClients;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Defines addresses and credentials of S3, and opens buckets of S3 servers for mounts. */
public final class S3Connector implements BucketConnector {
  private static final String BUCKET = "bucket";
  private static final String ENDPOINT = "endpoint";
  private static final String REGION = "region";
  private static final String PATH_STYLE = "pathStyle";

  private static final List<AccessField> FIELDS =
      List.of(
          new AccessField(
              BUCKET,
              Part.BUCKET,
              Optional.of("COSI_S3_BUCKET_ID"),
              Optional.of("bucketName"),
              List.of(),
              List.of("BUCKET_NAME")),
          new AccessField(
              ENDPOINT,
              Part.ADDRESS,
              Optional.of("COSI_S3_ENDPOINT"),
              Optional.of("endpoint"),
              List.of("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"),
              List.of()),
          new AccessField(
              REGION,
              Part.ADDRESS,
              Optional.of("COSI_S3_REGION"),
              Optional.of("region"),
              List.of("AWS_REGION", "AWS_DEFAULT_REGION"),
              List.of()),
          new AccessField(
              PATH_STYLE,
              Part.ADDRESS,
              Optional.of("COSI_S3_ADDRESSING_STYLE"),
              Optional.empty(),
              List.of(),
              List.of("AWS_S3_ADDRESSING_STYLE")),
          own(S3Protocol.SSE),
          own(S3Protocol.SSE_KMS_KEY_ID),
          own(S3Protocol.STORAGE_CLASS),
          own(S3Protocol.REQUESTER_PAYS),
          S3Key.ACCESS_KEY_ID,
          S3Key.SECRET_ACCESS_KEY,
          S3Key.SESSION_TOKEN);

  /** In virtual style it is part of the host. */
  private static final Pattern BUCKET_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{1,62}");

  /** Its XML API looks like S3 and has conditions of its own, which would not hold. */
  private static final Pattern GOOGLE = Pattern.compile("(?:.+\\.)?storage\\.googleapis\\.com\\.?");

  private static final List<String> PATH = List.of("true", "path");
  private static final List<String> VIRTUAL = List.of("false", "virtual");

  /** A part of the address that neither COSI nor AWS has a name for. */
  private static AccessField own(String name) {
    return new AccessField(
        name, Part.ADDRESS, Optional.empty(), Optional.empty(), List.of(), List.of());
  }

  @Override
  public Set<String> optional() {
    return Set.of(
        S3Protocol.SSE,
        S3Protocol.SSE_KMS_KEY_ID,
        S3Protocol.STORAGE_CLASS,
        S3Protocol.REQUESTER_PAYS);
  }

  @Override
  public Protocol protocol() {
    return S3Protocol.S3;
  }

  @Override
  public List<AccessField> fields() {
    return FIELDS;
  }

  @Override
  public String environmentPrefix() {
    return "AWS_";
  }

  @Override
  public Set<String> sourceVariables() {
    return S3KeySources.VARIABLES;
  }

  @Override
  public Set<String> sourceOptions() {
    return S3KeySources.OPTIONS;
  }

  @Override
  public Optional<KeySource> keySource(
      Map<String, String> options, Map<String, String> environment) {
    return S3KeySources.find(options, environment);
  }

  @Override
  public boolean isOfThisMachine(Secret credential) {
    return S3CredentialText.source(credential, Optional.empty()).isPresent();
  }

  @Override
  public String secretsNeed() {
    return "accessKeyId and secretAccessKey, and sessionToken of a key that has one, with endpoint,"
        + " region and bucket where the volume does not say them; or BucketInfo, or COSI_S3_…, or"
        + " AWS_… as COSI and AWS have them";
  }

  @Override
  public String bucketInfo() {
    return "secretS3";
  }

  @Override
  public Set<String> missing(Set<String> given) {
    Set<String> missing =
        new TreeSet<>(Set.of(BUCKET, S3Key.ACCESS_KEY_ID.name(), S3Key.SECRET_ACCESS_KEY.name()));
    if (!given.contains(REGION)) {
      missing.add(ENDPOINT); // AWS has an endpoint for each region
    }
    missing.removeAll(given);
    return missing;
  }

  @Override
  public List<String> uriFields() {
    return List.of(BUCKET);
  }

  @Override
  public Map<String, String> implied(Map<String, Secret> credential) {
    return Map.of();
  }

  @Override
  public BucketAddress address(String bucket, Map<String, String> fields) {
    Optional<URI> endpoint = Optional.ofNullable(fields.get(ENDPOINT)).map(S3Connector::uri);
    endpoint.ifPresent(S3Connector::requireNotGoogle);
    String region = region(fields.getOrDefault(REGION, S3Connection.DEFAULT_REGION));
    URI server = endpoint.orElseGet(() -> AwsEndpoint.of(region, false, false));
    AwsNames.requireBucket(server, bucket);
    if (!BUCKET_NAME.matcher(bucket).matches()) {
      throw new DriverException.InvalidArgument(
          "bucket must be 3 to 63 letters, digits, '.', '-' and '_'");
    }
    BucketAddress whole =
        address(
            S3Protocol.location(
                bucket,
                server,
                region,
                Optional.ofNullable(fields.get(PATH_STYLE))
                    .map(S3Connector::pathStyle)
                    .orElse(!AwsEndpoint.is(server) || AwsEndpoint.isInPath(bucket)),
                encryption(fields)));
    Map<String, String> all = new TreeMap<>(whole.fields());
    Optional.ofNullable(fields.get(S3Protocol.STORAGE_CLASS))
        .ifPresent(name -> all.put(S3Protocol.STORAGE_CLASS, name));
    if (requesterPays(fields)) {
      all.put(S3Protocol.REQUESTER_PAYS, "true");
    }
    BucketAddress address = new BucketAddress(whole.protocol(), bucket, all);
    S3Connection _ = connection(address);
    return address;
  }

  private static boolean requesterPays(Map<String, String> fields) {
    return switch (fields.getOrDefault(S3Protocol.REQUESTER_PAYS, "false")) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new DriverException.InvalidArgument("requesterPays must be true or false");
    };
  }

  /** Returns how a bucket is reached. */
  private static S3Connection connection(BucketAddress address) {
    try {
      return S3Connection.to(uri(address.field(ENDPOINT)))
          .withRegion(address.field(REGION))
          .withPathStyle(pathStyle(address.field(PATH_STYLE)))
          .withEncryption(encryption(address.fields()))
          .withStorageClass(Optional.ofNullable(address.fields().get(S3Protocol.STORAGE_CLASS)))
          .withRequesterPays(requesterPays(address.fields()));
    } catch (IllegalArgumentException e) {
      throw new DriverException.InvalidArgument(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public BucketAddress address(BucketLocation location) {
    Map<String, String> fields = new TreeMap<>(location.require(S3Protocol.S3).fields());
    fields.put(ENDPOINT, location.endpoint().toString());
    return new BucketAddress(S3Protocol.S3, location.bucket(), fields);
  }

  private static Optional<Encryption> encryption(Map<String, String> fields) {
    try {
      return Encryption.of(
          Optional.ofNullable(fields.get(S3Protocol.SSE)),
          Optional.ofNullable(fields.get(S3Protocol.SSE_KMS_KEY_ID)));
    } catch (IllegalArgumentException e) {
      throw new DriverException.InvalidArgument(String.valueOf(e.getMessage()));
    }
  }

  private static URI uri(String text) {
    try {
      URI uri = URI.create(text);
      S3Connection.requireEndpoint(ENDPOINT, uri);
      return uri;
    } catch (IllegalArgumentException e) {
      // without the text
      throw new DriverException.InvalidArgument(
          "endpoint must be a URL like https://minio.example, without path or user");
    }
  }

  private static void requireNotGoogle(URI endpoint) {
    if (GOOGLE.matcher(endpoint.getHost().toLowerCase(Locale.ROOT)).matches()) {
      throw new DriverException.InvalidArgument(
          "endpoint must not be that of Google Cloud Storage, where conditions of S3 do not hold:"
              + " mount gs://, or with a Secret of COSI v1alpha2");
    }
  }

  private static String region(String text) {
    if (!S3Connection.isRegion(text)) {
      throw new DriverException.InvalidArgument("region must be letters, digits and '-'");
    }
    return text;
  }

  private static boolean pathStyle(String text) {
    if (PATH.contains(text)) {
      return true;
    }
    if (VIRTUAL.contains(text)) {
      return false;
    }
    throw new DriverException.InvalidArgument(
        "pathStyle must be true or false, COSI_S3_ADDRESSING_STYLE path or virtual");
  }

  @Override
  public Secret credential(Map<String, Secret> fields) {
    return S3CredentialText.of(S3Key.of(fields));
  }

  @Override
  public Secret credential(Credential credential) {
    return S3CredentialText.of(S3Key.of(credential));
  }

  @Override
  public URI server(BucketAddress address) {
    return uri(address.field(ENDPOINT));
  }

  @Override
  public String describe(BucketAddress address) {
    return "%s/%s".formatted(address.field(ENDPOINT), address.bucket());
  }

  @Override
  public Backend open(
      String name,
      BucketAddress address,
      CredentialSource credential,
      Optional<Path> caCertificate,
      Proxies proxies) {
    S3Connection connection =
        connection(address)
            .withHttp(HttpSettings.DEFAULT.withCaCertificate(caCertificate).withProxies(proxies));
    return switch (credential) {
      case CredentialSource.Files(var directory) -> {
        CredentialFiles files = new CredentialFiles(directory);
        yield S3Backend.forData(name, connection, () -> S3Key.in(files));
      }
      case CredentialSource.Text(var text) ->
          S3CredentialText.source(
                  text.get(), StsClients.endpoint(Optional.empty(), connection.endpoint()))
              .map(source ->
                  S3Backend.forData(name, connection, SourcedCredentials.of(source, connection)))
              .orElseGet(() ->
                  S3Backend.forData(
                      name, connection, new ParsedCredential<>(text, S3CredentialText::read)));
    };
  }
}
