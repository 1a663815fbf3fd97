package io.windlass.fake.azure;

import static io.windlass.fake.azure.Sdk.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobListDetails;
import com.azure.storage.blob.models.ListBlobsOptions;
import com.azure.storage.blob.sas.BlobContainerSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Accounts with directories. */
class FakeAzureDirectoryTest {
  private static final HttpHeaderName MORE = HttpHeaderName.fromString("x-ms-continuation");

  private final FakeAzure fake = new FakeAzure();
  private final FakeAccount account =
      fake.add("directories", AccountSettings.FLAT.withDirectories());
  private final BlobContainerClient container = Sdk.container(account, "container");

  @AfterEach
  void close() {
    fake.close();
  }

  private void put(String... names) {
    for (String name : names) {
      container.getBlobClient(name).upload(BinaryData.fromString(name), true);
    }
  }

  private List<String> names() {
    return container.listBlobs().stream().map(BlobItem::getName).toList();
  }

  /** Status and code of an answer of the DFS endpoint. */
  private String send(HttpMethod method, String target, Map<String, String> headers) {
    try (HttpResponse answer = Sdk.directories(account, method, target, headers)) {
      String code = answer.getHeaderValue(HttpHeaderName.fromString("x-ms-error-code"));
      return answer.getStatusCode() + (code == null ? "" : " " + code);
    }
  }

  private String rename(String from, String to, String... headers) {
    return headers.length == 0
        ? send(HttpMethod.PUT, "/container/" + to, source(from))
        : send(
            HttpMethod.PUT,
            "/container/" + to,
            Map.of("x-ms-rename-source", "/container/" + from, headers[0], headers[1]));
  }

  private static Map<String, String> source(String from) {
    return Map.of("x-ms-rename-source", "/container/" + from);
  }

  @Test
  void theAccountSaysThatItHasDirectories() {
    assertThat(Sdk.service(account).getAccountInfo().isHierarchicalNamespaceEnabled()).isTrue();
  }

  @Test
  void listingsGoDirectoryByDirectory() {
    put("a.txt", "a/b/c", "a/b.txt", "a-b");

    assertThat(names()).containsExactly("a", "a/b", "a/b/c", "a/b.txt", "a-b", "a.txt");
    assertThat(
            container
                .listBlobs(
                    new ListBlobsOptions()
                        .setDetails(new BlobListDetails().setRetrieveMetadata(true)),
                    null)
                .stream()
                .filter(item -> Map.of("hdi_isfolder", "true").equals(item.getMetadata()))
                .map(BlobItem::getName))
        .containsExactly("a", "a/b");
    assertThat(container.listBlobsByHierarchy("a/").stream().map(BlobItem::getName))
        .containsExactlyInAnyOrder("a/b/", "a/b.txt");
    assertThat(container.getBlobClient("a").getProperties().getMetadata())
        .containsEntry("hdi_isfolder", "true");
  }

  @Test
  void aDirectoryIsRenamedWithAllThatIsInIt() {
    put("from/1", "from/sub/2", "from-not");
    String before = container.getBlobClient("from/sub/2").getProperties().getETag();

    assertThat(rename("from", "to")).isEqualTo("201");

    assertThat(names()).containsExactly("from-not", "to", "to/1", "to/sub", "to/sub/2");
    assertThat(container.getBlobClient("to/sub/2").getProperties().getETag()).isEqualTo(before);
    assertThat(container.getBlobClient("to/sub/2").downloadContent()).hasToString("from/sub/2");
  }

  @Test
  void aFileIsRenamedUnderConditions() {
    put("one", "other");

    assertThat(rename("one", "other", "If-None-Match", "*")).isEqualTo("409 PathAlreadyExists");
    assertThat(rename("one", "other", "If-Match", "\"0x1\"")).isEqualTo("412 ConditionNotMet");
    assertThat(rename("one", "other", "x-ms-source-if-match", "\"0x1\""))
        .isEqualTo("412 SourceConditionNotMet");
    assertThat(rename("none", "other")).isEqualTo("404 SourcePathNotFound");
    assertThat(rename("one", "no/such/directory"))
        .isEqualTo("404 RenameDestinationParentPathNotFound");
    assertThat(rename("one", "other")).isEqualTo("201");
    assertThat(container.getBlobClient("other").downloadContent()).hasToString("one");
  }

  @Test
  void aDirectoryDoesNotGoIntoItself() {
    put("directory/file", "file");

    assertThat(rename("directory", "directory/below")).isEqualTo("409 InvalidRenameSourcePath");
    assertThat(rename("directory", "file")).isEqualTo("409 InvalidSourceOrDestinationResourceType");
  }

  @Test
  void directoriesAreMadeAndDeleted() {
    assertThat(send(HttpMethod.PUT, "/container/a/b?resource=directory", Map.of()))
        .isEqualTo("201");
    assertThat(
            send(HttpMethod.PUT, "/container/a?resource=directory", Map.of("If-None-Match", "*")))
        .isEqualTo("409 PathAlreadyExists");
    refused(409, "DirectoryIsNotEmpty", () -> container.getBlobClient("a").delete());
    assertThat(send(HttpMethod.DELETE, "/container/a?recursive=false", Map.of()))
        .isEqualTo("409 DirectoryNotEmpty");
    assertThat(send(HttpMethod.DELETE, "/container/a?recursive=true", Map.of())).isEqualTo("200");
    assertThat(names()).isEmpty();
    assertThat(send(HttpMethod.DELETE, "/container/a?recursive=true", Map.of()))
        .isEqualTo("404 PathNotFound");
  }

  @Test
  void aLargeDirectoryIsDeletedByManyRequests() {
    put("a/1", "a/2", "a/3", "a/4", "a/5");
    fake.deleteAtMost(2);

    int requests = 0;
    boolean more = true;
    while (more) {
      try (HttpResponse answer =
          Sdk.directories(
              account,
              HttpMethod.DELETE,
              "/container/a?recursive=true&continuation=" + (requests == 0 ? "" : "more"),
              Map.of())) {
        more = answer.getHeaderValue(MORE) != null;
      }
      requests++;
    }

    assertThat(requests).isEqualTo(3);
    assertThat(names()).isEmpty();
  }

  @Test
  void pathsAreListed() {
    put("a/b/c", "d");

    try (HttpResponse answer =
        Sdk.directories(
            account,
            HttpMethod.GET,
            "/container?resource=filesystem&recursive=false&maxResults=1",
            Map.of())) {
      assertThat(answer.getBodyAsBinaryData().toString())
          .contains("\"name\":\"a\"", "\"isDirectory\":\"true\"")
          .doesNotContain("\"d\"");
      assertThat(answer.getHeaderValue(MORE)).isEqualTo("d");
    }
  }

  /** The blob SDK makes none for directories. */
  @Test
  void aTokenOfADirectoryReachesWhatIsInIt() {
    put("team/one/file", "other/file");
    BlobContainerClient token = Sdk.signed(account, "container", ofDirectory("team/one", 2));

    assertThat(token.getBlobClient("team/one/file").downloadContent()).hasToString("team/one/file");
    refused(403, "AuthenticationFailed", () -> token.getBlobClient("other/file").downloadContent());
    assertThat(token.listBlobs(new ListBlobsOptions().setPrefix("team/one/"), null)).hasSize(1);
    refused(
        403,
        "AuthenticationFailed",
        () ->
            token.listBlobs(new ListBlobsOptions().setPrefix("other"), null).iterator().hasNext());
  }

  private String ofDirectory(String directory, int depth) {
    String expiry =
        OffsetDateTime.now(ZoneOffset.UTC).plusHours(1).truncatedTo(ChronoUnit.SECONDS).toString();
    String text =
        "rl\n\n%s\n/blob/directories/container/%s\n\n\n\n2022-11-02\nd\n\n\n\n\n\n\n"
            .formatted(expiry, directory);
    return "sp=rl&se=%s&sv=2022-11-02&sr=d&sdd=%d&sig=%s"
        .formatted(
            expiry.replace(":", "%3A"),
            depth,
            hmac(text).replace("+", "%2B").replace("/", "%2F").replace("=", "%3D"));
  }

  private String hmac(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      byte[] key = Base64.getDecoder().decode(account.key().reveal());
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void moveIsAPermissionOfItsOwn() {
    put("one", "two");
    for (String letters : List.of("rwd", "m")) {
      String token =
          container.generateSas(
              new BlobServiceSasSignatureValues(
                  OffsetDateTime.now(ZoneOffset.UTC).plusHours(1),
                  BlobContainerSasPermission.parse(letters)));
      try (HttpResponse answer =
          Sdk.directories(
              account, HttpMethod.PUT, "/container/to?" + token, source("one?" + token), false)) {
        assertThat(answer.getStatusCode()).isEqualTo(letters.equals("m") ? 201 : 403);
      }
    }
  }
}
