package io.windlass.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/**
 * Issues tokens as a cluster does (OpenID Connect), and tells servers by which key to check them.
 * Listens on the loopback interface.
 */
public final class TokenIssuer implements AutoCloseable {
  /** Whom the tokens are for. */
  public static final String AUDIENCE = "windlass-test";

  /** For all issuers of a JVM: to make one takes a second of processor time. */
  private static final KeyPair KEY = generate(2048);

  private final HttpServer server;
  private final String name;

  /** Starts the issuer, whose name is where it listens. */
  public TokenIssuer() {
    this(Optional.empty());
  }

  /** Starts an issuer whose tokens say that they are of another name, a URL. */
  public TokenIssuer(String name) {
    this(Optional.of(name));
  }

  private TokenIssuer(Optional<String> name) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.name = name.orElse(url().toString());
    server.createContext("/", this::answer);
    server.start();
  }

  private static KeyPair generate(int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the issuer's name, as its tokens say it. */
  public String name() {
    return name;
  }

  /** Returns where its keys are. */
  public URI keysUrl() {
    return url().resolve("/keys");
  }

  private URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    byte[] body = (path.endsWith("/keys") ? keys() : configuration()).getBytes(UTF_8);
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private String configuration() {
    return """
    {"issuer":"%1$s","jwks_uri":"%1$s/keys","authorization_endpoint":"%1$s/none",
    "token_endpoint":"%1$s/none","response_types_supported":["id_token"],
    "subject_types_supported":["public"],
    "id_token_signing_alg_values_supported":["RS256"]}\
    """
        .formatted(url());
  }

  private String keys() {
    RSAPublicKey open = (RSAPublicKey) KEY.getPublic();
    return """
    {"keys":[{"kty":"RSA","use":"sig","alg":"RS256","kid":"1","n":"%s","e":"%s"}]}\
    """
        .formatted(number(open.getModulus()), number(open.getPublicExponent()));
  }

  /** Returns a token that says who its owner is, as the cluster says it of a service account. */
  public String token(String subject, Duration life) {
    return token(subject, AUDIENCE, life);
  }

  /** Returns a token for somebody else than {@link #AUDIENCE}. */
  public String token(String subject, String audience, Duration life) {
    Instant now = Instant.now();
    String signed =
        text("{\"alg\":\"RS256\",\"kid\":\"1\",\"typ\":\"JWT\"}".getBytes(UTF_8))
            + "."
            + text(
                """
                {"iss":"%s","aud":"%s","sub":"%s","iat":%d,"nbf":%d,"exp":%d}\
                """
                    .formatted(
                        name,
                        audience,
                        subject,
                        now.getEpochSecond(),
                        now.getEpochSecond(),
                        now.plus(life).getEpochSecond())
                    .getBytes(UTF_8));
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(KEY.getPrivate());
      signature.update(signed.getBytes(UTF_8));
      return signed + "." + text(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns whether a token is this issuer's, unchanged; whom it is for and its end count not. */
  public boolean signed(String token) {
    int dot = token.lastIndexOf('.');
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initVerify(KEY.getPublic());
      signature.update(token.substring(0, Math.max(0, dot)).getBytes(UTF_8));
      return signature.verify(Base64.getUrlDecoder().decode(token.substring(dot + 1)));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns the settings with which a MinIO takes these tokens, for a role of this policy. */
  public Map<String, String> minio(String policy) {
    return Map.of(
        "MINIO_IDENTITY_OPENID_CONFIG_URL",
        url() + "/.well-known/openid-configuration",
        "MINIO_IDENTITY_OPENID_CLIENT_ID",
        AUDIENCE,
        "MINIO_IDENTITY_OPENID_ROLE_POLICY",
        policy);
  }

  /** Returns the name of the role that {@link #minio} makes. */
  public static String minioRole() {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-1").digest(AUDIENCE.getBytes(UTF_8));
      return "arn:minio:iam:::role/" + text(hash);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Without the byte of the sign. */
  private static String number(BigInteger number) {
    byte[] bytes = number.toByteArray();
    return text(Arrays.copyOfRange(bytes, bytes[0] == 0 ? 1 : 0, bytes.length));
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
