import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import io.windlass.backend.Backend;
import io.windlass.cli.log.Logging;
import io.windlass.connect.CredentialSource;
import io.windlass.http.Proxies;
import io.windlass.observe.LogSettings;
import io.windlass.secret.Secret;
import io.windlass.store.azure.AzureConnector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.event.Level;

/** {@link Calls} on Azure. Arguments: the account's URL and key, requests, rounds. test/bench/requests runs it. */
public final class AzureCalls {
  private static final String VERSION = "2022-11-02";
  private static final DateTimeFormatter HTTP =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);

  private final URI endpoint;
  private final String account;
  private final byte[] key;
  private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private AzureCalls(URI endpoint, String key) {
    this.endpoint = endpoint;
    this.account = endpoint.getPath().substring(1);
    this.key = Base64.getDecoder().decode(key);
  }

  public static void main(String[] args) throws Exception {
    AmazonCorrettoCryptoProvider.install(); // as a mounter does
    Logging.start(new LogSettings(Level.WARN, LogSettings.Format.TEXT));
    AzureCalls plain = new AzureCalls(URI.create(args[0]), args[1]);
    AzureConnector connector = new AzureConnector();
    Secret credential = connector.credential(Map.of("accountKey", Secret.of(args[1])));
    try (Backend backend =
        connector.open(
            "bench",
            connector.address(Calls.BUCKET, Map.of("endpoint", args[0])),
            new CredentialSource.Text(() -> credential),
            Optional.empty(),
            Proxies.none())) {
      Calls.prepare(backend);
      Calls.compare("Azure, account key", backend, plain::send, Arrays.asList(args).subList(2, args.length));
    }
  }

  private void send(String method, String blob, byte[] body) throws Exception {
    String date = HTTP.format(ZonedDateTime.now(ZoneOffset.UTC));
    String path = "/" + Calls.BUCKET + "/" + blob;
    boolean put = body != null;
    String md5 = put ? Base64.getEncoder().encodeToString(MessageDigest.getInstance("MD5").digest(body)) : "";
    String toSign =
        method + "\n\n\n" + (put ? body.length : "") + "\n" + md5 + "\n\n\n\n\n\n\n\n"
            + (put ? "x-ms-blob-type:BlockBlob\n" : "")
            + "x-ms-date:" + date + "\nx-ms-version:" + VERSION + "\n"
            + "/" + account + endpoint.getPath() + path;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    String signature = Base64.getEncoder().encodeToString(mac.doFinal(toSign.getBytes(StandardCharsets.UTF_8)));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(endpoint + path))
            .header("x-ms-date", date)
            .header("x-ms-version", VERSION)
            .header("Authorization", "SharedKey " + account + ":" + signature);
    if (put) {
      request.header("x-ms-blob-type", "BlockBlob").header("Content-MD5", md5);
      request.PUT(HttpRequest.BodyPublishers.ofByteArray(body));
    } else {
      request.method(method, HttpRequest.BodyPublishers.noBody());
    }
    HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    if (answer.statusCode() >= 300) {
      throw new IllegalStateException(answer.statusCode() + " " + new String(answer.body(), StandardCharsets.UTF_8));
    }
  }
}
