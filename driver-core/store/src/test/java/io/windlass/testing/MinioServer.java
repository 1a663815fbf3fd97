package io.windlass.testing;

import io.windlass.secret.Secret;
import java.net.URI;

/**
 * A MinIO server, with its administrator's credentials.
 *
 * @param endpoint base URL, to be addressed path-style
 * @param kmsKeyId the key that its built-in key management encrypts with, where asked to
 */
public record MinioServer(URI endpoint, String rootAccessKey, Secret rootSecret, String kmsKeyId) {

  /** The region to sign for: MinIO takes this one unless it is told otherwise. */
  public String region() {
    return "us-east-1";
  }
}
