package io.windlass.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.secret.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A key for an hour, which MinIO's security token service gives for a key that lasts.
 *
 * @param sessionToken is sent beside the key
 */
public record MinioSession(String accessKeyId, Secret secretAccessKey, Secret sessionToken) {
  private static final String FORM = "Action=AssumeRole&Version=2011-06-15&DurationSeconds=3600";

  /** Asks for a session; it ends with the key that it is for. */
  public static MinioSession start(URI endpoint, String accessKeyId, Secret secret) {
    String answer = assumeRole(endpoint, accessKeyId, secret);
    return new MinioSession(
        element(answer, "AccessKeyId"),
        Secret.of(element(answer, "SecretAccessKey")),
        Secret.of(element(answer, "SessionToken")));
  }

  /** The same for the administrator of a server. */
  public static MinioSession start(MinioServer server) {
    return start(server.endpoint(), server.rootAccessKey(), server.rootSecret());
  }

  /** Asks for a session and opens a client with it. */
  public static S3Client open(URI endpoint, String accessKeyId, Secret secret) {
    MinioSession session = start(endpoint, accessKeyId, secret);
    return S3Client.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .forcePathStyle(true)
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsSessionCredentials.create(
                    session.accessKeyId,
                    session.secretAccessKey.reveal(),
                    session.sessionToken.reveal())))
        .build();
  }

  private static String assumeRole(URI endpoint, String accessKeyId, Secret secret) {
    URI uri = endpoint.resolve("/");
    SdkHttpRequest plain =
        SdkHttpRequest.builder()
            .uri(uri)
            .method(SdkHttpMethod.POST)
            .putHeader("Content-Type", "application/x-www-form-urlencoded")
            .build();
    SignedRequest signed =
        AwsV4HttpSigner.create()
            .sign(b ->
                b.identity(AwsCredentialsIdentity.create(accessKeyId, secret.reveal()))
                    .request(plain)
                    .payload(ContentStreamProvider.fromUtf8String(FORM))
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "sts")
                    .putProperty(AwsV4HttpSigner.REGION_NAME, "us-east-1"));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).timeout(Patience.LONG).POST(BodyPublishers.ofString(FORM));
    signed
        .request()
        .forEachHeader((name, values) -> {
          if (!name.equalsIgnoreCase("Host") && !name.equalsIgnoreCase("Content-Length")) {
            values.forEach(value -> request.header(name, value));
          }
        });
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      return answer.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String element(String xml, String name) {
    Matcher matcher = Pattern.compile("<%s>([^<]*)</%s>".formatted(name, name)).matcher(xml);
    assertThat(matcher.find()).as(name).isTrue();
    return matcher.group(1);
  }
}
