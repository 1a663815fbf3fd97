package io.windlass.cli.access;

import io.windlass.store.Credential;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A new file for one credential, which only its owner can read. Closing removes it again unless the
 * credential was written.
 */
final class CredentialFile implements AutoCloseable {
  private final Path path;
  private final FileChannel channel;
  private boolean written;

  private CredentialFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Creates it.
   *
   * @throws IOException when it is there already, or cannot be made; the message is for the user
   */
  static CredentialFile create(Path path) throws IOException {
    try {
      return new CredentialFile(
          path,
          FileChannel.open(
              path,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))));
    } catch (FileAlreadyExistsException e) {
      throw new IOException(path + " is there already: name a file that is not", e);
    } catch (NoSuchFileException e) {
      throw new IOException(path + " cannot be made: its directory is not there", e);
    }
  }

  /** Writes a credential. When this returns, a power failure does not undo it. */
  void write(Credential credential) throws IOException {
    StringBuilder lines = new StringBuilder();
    fields(credential)
        .forEach((name, value) -> lines.append(name).append('=').append(value).append('\n'));
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(lines.toString());
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(true);
    written = true;
  }

  /** The fields of the Secret that COSI v1alpha2 makes of a credential. */
  private static Map<String, String> fields(Credential credential) {
    Map<String, String> fields = new LinkedHashMap<>();
    switch (credential) {
      case Credential.S3 s3 -> {
        fields.put("COSI_S3_ACCESS_KEY_ID", s3.accessKeyId());
        fields.put("COSI_S3_ACCESS_SECRET_KEY", s3.secretAccessKey().reveal());
      }
      case Credential.Azure azure -> {
        fields.put("COSI_AZURE_ACCESS_TOKEN", azure.sasUri().reveal());
        fields.put("COSI_AZURE_EXPIRY_TIMESTAMP", azure.expiry().map(Instant::toString).orElse(""));
      }
      case Credential.Gcs gcs -> {
        fields.put("COSI_GCS_ACCESS_ID", gcs.accessId());
        fields.put("COSI_GCS_ACCESS_SECRET", gcs.secret().reveal());
        fields.put("COSI_GCS_SERVICE_ACCOUNT", gcs.serviceAccount());
      }
      case Credential.OwnIdentity _ -> {} // a rotation refuses it: there is no key
    }
    return fields;
  }

  @Override
  public void close() throws IOException {
    channel.close();
    if (!written) {
      Files.deleteIfExists(path);
    }
  }
}
