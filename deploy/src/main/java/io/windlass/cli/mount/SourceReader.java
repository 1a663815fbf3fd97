package io.windlass.cli.mount;

import io.windlass.proto.mounter.Source;
import io.windlass.secret.Secret;
import io.windlass.store.AccessField;
import io.windlass.store.AccessField.Part;
import io.windlass.store.StoreAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds out how a bucket is reached that is mounted by hand, and with which key: as the command
 * line says, else as the variables of the environment that clients of its protocol know.
 *
 * @param options of the command line, by the connector's names of the fields
 */
record SourceReader(Map<String, String> environment, Map<String, String> options) {

  /**
   * Where it is.
   *
   * @param credentials directory with the files of the credential, if it is in some
   * @param caCertificate to trust instead of the system's
   * @throws io.windlass.store.DriverException.InvalidArgument when a part of the address is
   *     malformed
   */
  Source read(BucketUri uri, Optional<Path> credentials, Optional<Path> caCertificate) {
    Map<String, String> fields = new TreeMap<>();
    for (AccessField field : fields(uri, Part.ADDRESS)) {
      value(field).ifPresent(value -> fields.put(field.name(), value));
    }
    StoreAddress address = uri.connector().address(uri.bucket(), fields);
    Source.Builder source =
        Source.newBuilder()
            .setBucket(address.bucket())
            .setPrefix(uri.prefix())
            .setProtocol(address.protocol().text())
            .putAllAddress(address.fields());
    caCertificate.ifPresent(pem -> source.setCaCertificate(pem.toAbsolutePath().toString()));
    credentials.ifPresent(directory -> source.setDirectory(directory.toAbsolutePath().toString()));
    return source.build();
  }

  /**
   * The credential that the environment has.
   *
   * @throws IllegalArgumentException when it has none: says where it may be
   */
  Secret credential(BucketUri uri) {
    Map<String, Secret> fields = new TreeMap<>();
    List<String> variables = new ArrayList<>();
    for (AccessField field : fields(uri, Part.CREDENTIAL)) {
      value(field).map(Secret::of).ifPresent(secret -> fields.put(field.name(), secret));
      variables.add(field.environment().getFirst());
    }
    if (fields.size() < variables.size()) {
      throw new IllegalArgumentException(
          "there is no key: give --credentials, or set " + String.join(" and ", variables));
    }
    return uri.connector().credential(fields);
  }

  private static List<AccessField> fields(BucketUri uri, Part part) {
    return uri.connector().fields().stream().filter(field -> field.part() == part).toList();
  }

  private Optional<String> value(AccessField field) {
    return Optional.ofNullable(options.get(field.name()))
        .or(() ->
            field.environment().stream()
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst());
  }
}
