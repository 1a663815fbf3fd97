import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import io.windlass.backend.Backend;
import io.windlass.cli.log.Logging;
import io.windlass.connect.CredentialSource;
import io.windlass.http.Proxies;
import io.windlass.observe.LogSettings;
import io.windlass.secret.Secret;
import io.windlass.store.gcs.GcsConnector;
import io.windlass.store.gcs.client.GcsProtocol;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.event.Level;

/**
 * {@link Calls} on Google, with an HMAC key over the XML API and with a token over the JSON API. Arguments: the URL of the
 * storage, an administrator's token, the address of its account, requests, rounds. test/bench/requests runs it on our FAKE.
 */
public final class GcsCalls {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String endpoint;
  private final String token;

  private GcsCalls(String endpoint, String token) {
    this.endpoint = endpoint;
    this.token = token;
  }

  public static void main(String[] args) throws Exception {
    AmazonCorrettoCryptoProvider.install(); // as a mounter does
    Logging.start(new LogSettings(Level.WARN, LogSettings.Format.TEXT));
    GcsCalls plain = new GcsCalls(args[0], args[1]);
    List<String> amounts = Arrays.asList(args).subList(3, args.length);
    GcsConnector connector = new GcsConnector();
    Secret token = connector.credential(GcsProtocol.token(Secret.of(args[1]), Instant.MAX));
    plain.prepare();
    try (Backend backend = open(connector, args[0], token)) {
      Calls.compare("Google, token", backend, plain::withToken, amounts);
    }
    String made =
        plain.text(
            "POST", "/storage/v1/projects/project/hmacKeys?serviceAccountEmail=" + args[2], BodyPublishers.noBody());
    String accessId = field(made, "accessId");
    String secret = field(made, "secret");
    Secret key =
        connector.credential(Map.of("accessId", Secret.of(accessId), "accessSecret", Secret.of(secret)));
    try (Backend backend = open(connector, args[0], key)) {
      Calls.compare(
          "Google, HMAC key", backend, (method, name, body) -> plain.withKey(accessId, secret, method, name, body), amounts);
    }
  }

  private static Backend open(GcsConnector connector, String endpoint, Secret credential) {
    return connector.open(
        "bench",
        connector.address(Calls.BUCKET, Map.of("endpoint", endpoint)),
        new CredentialSource.Text(() -> credential),
        Optional.empty(),
        Proxies.none());
  }

  private static String field(String json, String name) {
    Matcher field = Pattern.compile("\"" + name + "\" *: *\"([^\"]*)\"").matcher(json);
    if (!field.find()) {
      throw new IllegalStateException("no " + name);
    }
    return field.group(1);
  }

  private void prepare() throws Exception {
    String bucket = "{\"name\":\"calls\",\"iamConfiguration\":{\"uniformBucketLevelAccess\":{\"enabled\":true}}}";
    String _ = text("POST", "/storage/v1/b?project=project", BodyPublishers.ofString(bucket));
  }

  private String text(String method, String path, HttpRequest.BodyPublisher body) throws Exception {
    HttpRequest.Builder request = bearer(path).header("Content-Type", "application/json").method(method, body);
    return new String(sent(request), StandardCharsets.UTF_8);
  }

  private HttpRequest.Builder bearer(String path) {
    return HttpRequest.newBuilder(URI.create(endpoint + path)).header("Authorization", "Bearer " + token);
  }

  /** As the JSON API has it: the description of an object, its content, and both in one request. */
  private void withToken(String method, String key, byte[] body) throws Exception {
    HttpRequest.Builder request =
        switch (method) {
          case "HEAD" -> bearer("/storage/v1/b/calls/o/" + key).GET();
          case "GET" -> bearer("/calls/" + key).GET();
          default -> {
            ByteArrayOutputStream parts = new ByteArrayOutputStream(body.length + 500);
            parts.writeBytes(
                ("--part\r\nContent-Type: application/json\r\n\r\n{\"name\":\"" + key + "\",\"crc32c\":\"" + checksum(body)
                        + "\"}\r\n--part\r\nContent-Type: application/octet-stream\r\n\r\n")
                    .getBytes(StandardCharsets.UTF_8));
            parts.writeBytes(body);
            parts.writeBytes("\r\n--part--\r\n".getBytes(StandardCharsets.UTF_8));
            yield bearer("/upload/storage/v1/b/calls/o?uploadType=multipart")
                .header("Content-Type", "multipart/related; boundary=part")
                .POST(BodyPublishers.ofByteArray(parts.toByteArray()));
          }
        };
    byte[] _ = sent(request);
  }

  /** As the XML API has it, signed by V4. A HEAD is the read of one byte, whose answer says what is missing. */
  private void withKey(String accessId, String secret, String method, String key, byte[] body) throws Exception {
    String path = "/calls/" + key;
    String time = TIME.format(Instant.now());
    String scope = time.substring(0, 8) + "/auto/storage/goog4_request";
    URI url = URI.create(endpoint + path);
    String sum = body == null ? "" : "crc32c=" + checksum(body);
    String names = "host;x-goog-content-sha256;x-goog-date" + (body == null ? "" : ";x-goog-hash");
    String sent = method.equals("HEAD") ? "GET" : method;
    String canonical =
        sent + "\n" + path + "\n\nhost:" + url.getAuthority() + "\nx-goog-content-sha256:UNSIGNED-PAYLOAD\nx-goog-date:"
            + time + "\n" + (body == null ? "" : "x-goog-hash:" + sum + "\n") + "\n" + names + "\nUNSIGNED-PAYLOAD";
    String hash =
        HexFormat.of()
            .formatHex(MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(StandardCharsets.UTF_8)));
    byte[] derived = ("GOOG4" + secret).getBytes(StandardCharsets.UTF_8);
    for (String part : scope.split("/", -1)) {
      derived = hmac(derived, part);
    }
    String signature =
        HexFormat.of().formatHex(hmac(derived, "GOOG4-HMAC-SHA256\n" + time + "\n" + scope + "\n" + hash));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .header("x-goog-date", time)
            .header("x-goog-content-sha256", "UNSIGNED-PAYLOAD")
            .header(
                "Authorization",
                "GOOG4-HMAC-SHA256 Credential=" + accessId + "/" + scope + ", SignedHeaders=" + names + ", Signature="
                    + signature);
    if (method.equals("HEAD")) {
      request.header("Range", "bytes=0-0");
    }
    if (body != null) {
      request.header("x-goog-hash", sum);
    }
    byte[] _ =
        sent(request.method(sent, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body)));
  }

  private static byte[] hmac(byte[] key, String text) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String checksum(byte[] body) {
    CRC32C sum = new CRC32C();
    sum.update(body);
    return Base64.getEncoder().encodeToString(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
  }

  private byte[] sent(HttpRequest.Builder request) throws Exception {
    HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    if (answer.statusCode() >= 300) {
      throw new IllegalStateException(answer.statusCode() + " " + new String(answer.body(), StandardCharsets.UTF_8));
    }
    return answer.body();
  }
}
