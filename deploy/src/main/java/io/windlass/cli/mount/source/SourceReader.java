package io.windlass.cli.mount.source;

import io.windlass.cli.terminal.Terminal;
import io.windlass.connect.AccessField;
import io.windlass.connect.AccessField.Part;
import io.windlass.connect.BucketAddress;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.KeySource;
import io.windlass.proto.mounter.Source;
import io.windlass.secret.Secret;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reads address and credential of a bucket that is mounted by hand: from the command line, else
 * from the environment variables that clients of its protocol use, else from where these have them.
 *
 * @param options of the command line, by the connector's names of the fields
 * @param otherwise parts of the address that count where neither says them
 */
public record SourceReader(
    Map<String, String> environment, Map<String, String> options, Map<String, String> otherwise) {
  /** The name that all connectors have for the URL of the server. */
  public static final String ENDPOINT = "endpoint";

  public SourceReader {
    environment = Map.copyOf(environment);
    options = Map.copyOf(options);
    otherwise = Map.copyOf(otherwise);
  }

  /** Creates one with which nothing else counts. */
  public SourceReader(Map<String, String> environment, Map<String, String> options) {
    this(environment, options, Map.of());
  }

  /** Returns one with which also the address counts that was found with a key. */
  public SourceReader with(KeySource found) {
    return new SourceReader(environment, options, found.address());
  }

  /**
   * Reads the address of a bucket.
   *
   * @param credentials directory with the files of the credential, if it is in files
   * @param caCertificate PEM file of the certificates to trust instead of the system's
   * @throws io.windlass.error.DriverException.InvalidArgument when a part of the address is
   *     malformed
   */
  public Source read(BucketUri uri, Optional<Path> credentials, Optional<Path> caCertificate) {
    Map<String, String> fields = new TreeMap<>();
    for (AccessField field : fields(uri, Part.ADDRESS)) {
      value(field).ifPresent(value -> fields.put(field.name(), value));
    }
    fields.putAll(uri.fields());
    BucketAddress address = uri.connector().address(uri.bucket(), fields);
    Source.Builder source =
        Source.newBuilder()
            .setBucket(address.bucket())
            .setPrefix(uri.prefix())
            .setProtocol(address.protocol().text())
            .putAllAddress(address.fields())
            .setUri(uri.connector().uri(address, uri.prefix()));
    caCertificate.ifPresent(pem -> source.setCaCertificate(pem.toAbsolutePath().toString()));
    credentials.ifPresent(directory -> source.setDirectory(directory.toAbsolutePath().toString()));
    return source.build();
  }

  /** Returns whether somebody names the server; otherwise it is the protocol's own. */
  public boolean namesServer(BucketUri uri) {
    return fields(uri, Part.ADDRESS).stream()
        .filter(field -> field.name().equals(ENDPOINT))
        .anyMatch(field -> value(field).isPresent());
  }

  /**
   * Reads the credential from the environment; or finds where it is to be had, if an option names a
   * place, or the environment has no part of it.
   *
   * @throws IllegalArgumentException when a part is missing; the message says where it can be given
   */
  public Key key(BucketUri uri) {
    BucketConnector connector = uri.connector();
    Map<String, String> named = new TreeMap<>(options);
    named.keySet().retainAll(connector.sourceOptions());
    Map<String, Secret> fields = new TreeMap<>();
    for (AccessField field : fields(uri, Part.CREDENTIAL)) {
      value(field).map(Secret::of).ifPresent(secret -> fields.put(field.name(), secret));
    }
    if (!named.isEmpty() || fields.isEmpty()) {
      Optional<KeySource> found = connector.keySource(named, environment);
      if (found.isPresent()) {
        return new Key(found.get().credential(), found);
      }
    }
    Set<String> missing = connector.missing(fields.keySet());
    if (fields(uri, Part.CREDENTIAL).stream().map(AccessField::name).anyMatch(missing::contains)) {
      throw new IllegalArgumentException(
          "there is no key: give --credentials%s, or set %s"
              .formatted(
                  connector.sourceOptions().contains("profile") ? " or --profile" : "",
                  variables(uri)));
    }
    return new Key(connector.credential(fields), Optional.empty());
  }

  /**
   * Key of a bucket.
   *
   * @param credential as text of the connector
   * @param source where it comes from, if the text only says that
   */
  public record Key(Secret credential, Optional<KeySource> source) {
    /** Says where it comes from, if nobody has stated it. */
    public void tell(Terminal terminal) {
      source.ifPresent(
          from -> terminal.err().printf("windlass: the key comes from %s%n", from.name()));
    }
  }

  private static String variables(BucketUri uri) {
    Set<String> needed = uri.connector().missing(Set.of());
    return fields(uri, Part.CREDENTIAL).stream()
        .filter(field -> needed.contains(field.name()))
        .map(field -> field.environment().getFirst())
        .collect(Collectors.joining(" and "));
  }

  private static List<AccessField> fields(BucketUri uri, Part part) {
    return uri.connector().fields().stream().filter(field -> field.part() == part).toList();
  }

  private Optional<String> value(AccessField field) {
    return Optional.ofNullable(options.get(field.name()))
        .or(() -> field.inEnvironment(environment))
        .or(() -> Optional.ofNullable(otherwise.get(field.name())));
  }
}
