package io.windlass.testing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Who may do what on a MinIO server, as the server itself exports it: from its disk and not from
 * its memory, so nothing that it keeps can be missing here.
 *
 * @param users access keys of all users but the administrator
 * @param attached the policies of users by access key, also of users that are gone
 * @param policies those that MinIO does not bring itself
 */
public record MinioAccounts(Set<String> users, Map<String, String> attached, Set<String> policies) {
  private static final Set<String> BUILT_IN =
      Set.of("consoleAdmin", "diagnostics", "readonly", "readwrite", "writeonly");

  private static final String PAGE = "/minio/admin/v3/export-iam";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Reads them as the administrator. */
  public static MinioAccounts of(MinioServer server) {
    Map<String, JsonNode> files = unpacked(exported(server));
    Map<String, String> attached = new TreeMap<>();
    for (Map.Entry<String, JsonNode> mapping : file(files, "user_mappings").properties()) {
      attached.put(mapping.getKey(), mapping.getValue().path("policy").asString());
    }
    Set<String> policies = new TreeSet<>(file(files, "policies").propertyNames());
    policies.removeAll(BUILT_IN);
    return new MinioAccounts(
        new TreeSet<>(file(files, "users").propertyNames()), attached, policies);
  }

  private static byte[] exported(MinioServer server) {
    SdkHttpFullRequest plain =
        SdkHttpFullRequest.builder()
            .uri(server.endpoint())
            .encodedPath(PAGE)
            .method(SdkHttpMethod.GET)
            .build();
    SdkHttpRequest signed =
        AwsV4HttpSigner.create()
            .sign(r ->
                r.identity(
                        AwsCredentialsIdentity.create(
                            server.rootAccessKey(), server.rootSecret().reveal()))
                    .request(plain)
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3")
                    .putProperty(AwsV4HttpSigner.REGION_NAME, server.region()))
            .request();
    return get(signed.getUri(), signed);
  }

  private static byte[] get(URI page, SdkHttpRequest signed) {
    HttpRequest.Builder request = HttpRequest.newBuilder(page).timeout(PATIENCE);
    signed.forEachHeader((name, values) -> {
      if (!name.equalsIgnoreCase("host")) { // the client says it itself
        values.forEach(value -> request.header(name, value));
      }
    });
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(page + " answered " + answer.statusCode());
      }
      return answer.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking " + page, e);
    }
  }

  private static Map<String, JsonNode> unpacked(byte[] archive) {
    JsonMapper json = new JsonMapper();
    Map<String, JsonNode> files = new TreeMap<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        files.put(entry.getName(), json.readTree(zip.readAllBytes()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  private static JsonNode file(Map<String, JsonNode> files, String name) {
    JsonNode file = files.get("iam-assets/%s.json".formatted(name));
    if (file == null) {
      throw new IllegalStateException("MinIO exported no " + name + ", only " + files.keySet());
    }
    return file;
  }
}
