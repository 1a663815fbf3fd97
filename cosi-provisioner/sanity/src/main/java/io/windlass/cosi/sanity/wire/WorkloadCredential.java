package io.windlass.cosi.sanity.wire;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Credential for a workload. Its text form does not contain the secret. */
public sealed interface WorkloadCredential {

  /** Returns the protocol whose clients use this credential. */
  StorageProtocol protocol();

  /** Returns the values that must never be printed. */
  List<String> secrets();

  /** An S3 access key. */
  record S3(String accessKeyId, String secretKey) implements WorkloadCredential {
    @Override
    public StorageProtocol protocol() {
      return StorageProtocol.S3;
    }

    @Override
    public List<String> secrets() {
      return List.of(secretKey);
    }

    @Override
    public String toString() {
      return "S3[" + accessKeyId + ", ***]";
    }
  }

  /** A shared access signature, which contains the resource URI. */
  record Azure(String accessToken, String expiry) implements WorkloadCredential {
    private static final Pattern SIGNATURE = Pattern.compile("(?:^|[?&])sig=([^&]+)");

    @Override
    public StorageProtocol protocol() {
      return StorageProtocol.AZURE;
    }

    /** The whole URI, and the signature in it, as it is in the URI and as it is signed. */
    @Override
    public List<String> secrets() {
      return Stream.concat(
              Stream.of(accessToken),
              SIGNATURE
                  .matcher(accessToken)
                  .results()
                  .map(found -> found.group(1))
                  .flatMap(signature -> Stream.of(signature, decoded(signature))))
          .toList();
    }

    private static String decoded(String signature) {
      try {
        return URLDecoder.decode(signature, StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        return signature;
      }
    }

    @Override
    public String toString() {
      return "Azure[***, " + expiry + "]";
    }
  }

  /** An HMAC key, or the name of a private key and its service account. */
  record Gcs(String accessId, String accessSecret, String privateKeyName, String serviceAccount)
      implements WorkloadCredential {
    @Override
    public StorageProtocol protocol() {
      return StorageProtocol.GCS;
    }

    @Override
    public List<String> secrets() {
      return List.of(accessSecret);
    }

    @Override
    public String toString() {
      return "Gcs[" + accessId + ", ***, " + privateKeyName + ", " + serviceAccount + "]";
    }
  }
}
