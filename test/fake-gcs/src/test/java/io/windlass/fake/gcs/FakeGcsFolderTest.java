package io.windlass.fake.gcs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Folders and managed folders; Google's client has them in gRPC alone. */
class FakeGcsFolderTest {
  private static final String BUCKET = "/storage/v1/b/tree";

  /** One rule at a time: the delays have tests of their own. */
  private final FakeGcs fake = new FakeGcs("project").accessAtOnce().writesAtAnyRate();

  private final PlainHttp http =
      new PlainHttp(fake.storage(), fake.accessToken(fake.administrator()));

  @BeforeEach
  void makeBucket() {
    String uniform =
        "\"iamConfiguration\":{\"uniformBucketLevelAccess\":{\"enabled\":true}},"
            + "\"softDeletePolicy\":{\"retentionDurationSeconds\":\"0\"}";
    String tree = "\"hierarchicalNamespace\":{\"enabled\":true}";
    assertThat(bucket("{\"name\":\"flat\"," + uniform + "}")).isEqualTo(200);
    assertThat(bucket("{\"name\":\"tree\"," + uniform + "," + tree + "}")).isEqualTo(200);
    assertThat(bucket("{\"name\":\"both\"," + tree + "}")).isEqualTo(400);
  }

  @AfterEach
  void close() {
    http.close();
    fake.close();
  }

  private int bucket(String body) {
    return status("POST", "/storage/v1/b?project=project", body);
  }

  private int status(String method, String target, String body) {
    return http.send(method, target, body).statusCode();
  }

  private int folder(String name) {
    return status("POST", BUCKET + "/folders", "{\"name\":\"" + name + "\"}");
  }

  private int put(String name) {
    return status("POST", "/upload" + BUCKET + "/o?uploadType=media&name=" + name, "x");
  }

  @Test
  void foldersAreMadeAndDeletedOneByOne() {
    assertThat(status("POST", "/storage/v1/b/flat/folders", "{\"name\":\"a/\"}")).isEqualTo(400);
    assertThat(folder("a/b/")).isEqualTo(404);
    assertThat(folder("a/")).isEqualTo(200);
    assertThat(folder("a/")).isEqualTo(409);
    assertThat(folder("a/b/")).isEqualTo(200);
    assertThat(put("x/y/object")).isEqualTo(200);

    assertThat(PlainHttp.text(http.send("GET", BUCKET + "/folders?fields=items/name", "")))
        .isEqualTo(
            "{\"items\":[{\"name\":\"a/\"},{\"name\":\"a/b/\"},{\"name\":\"x/\"},{\"name\":\"x/y/\"}]}");
    assertThat(
            PlainHttp.text(
                http.send(
                    "GET",
                    BUCKET + "/o?delimiter=/&includeFoldersAsPrefixes=true&fields=prefixes",
                    "")))
        .isEqualTo("{\"prefixes\":[\"a/\",\"x/\"]}");
    assertThat(status("DELETE", BUCKET + "/folders/a%2F", "")).isEqualTo(409);
    assertThat(status("DELETE", BUCKET + "/folders/a%2Fb%2F", "")).isEqualTo(204);
    assertThat(status("DELETE", BUCKET + "/folders/a%2F?ifMetagenerationMatch=2", ""))
        .isEqualTo(412);
    assertThat(status("DELETE", BUCKET + "/folders/a%2F", "")).isEqualTo(204);
    assertThat(status("DELETE", BUCKET, "")).isEqualTo(409);
  }

  @Test
  void aRenameIsALongRunningOperation() {
    fake.settings().operationsTake(1);
    assertThat(put("a/b/object")).isEqualTo(200);
    assertThat(folder("taken")).isEqualTo(200);
    String rename = BUCKET + "/folders/a%2F/renameTo/folders/";
    assertThat(status("POST", rename + "taken%2F", "")).isEqualTo(409);
    assertThat(status("POST", rename + "none%2Fc%2F", "")).isEqualTo(404);

    var begun = PlainHttp.json(http.send("POST", rename + "c%2F", ""));
    assertThat(begun.path("done").asBoolean()).isFalse();
    String id = begun.path("name").asString();
    var done =
        PlainHttp.json(
            http.send("GET", BUCKET + "/operations/" + id.substring(id.lastIndexOf('/') + 1), ""));
    assertThat(done.path("done").asBoolean()).isTrue();
    assertThat(done.path("response").path("name").asString()).isEqualTo("c/");
    assertThat(status("GET", BUCKET + "/o/c%2Fb%2Fobject", "")).isEqualTo(200);
    assertThat(status("GET", BUCKET + "/o/a%2Fb%2Fobject", "")).isEqualTo(404);
    assertThat(status("GET", BUCKET + "/folders/a%2F", "")).isEqualTo(404);
  }

  @Test
  void aManagedFolderLimitsListsToo() {
    assertThat(put("in/a")).isEqualTo(200);
    assertThat(put("out/a")).isEqualTo(200);
    String folders = BUCKET + "/managedFolders";
    assertThat(status("POST", folders, "{\"name\":\"in/\"}")).isEqualTo(200);
    assertThat(status("POST", folders, "{\"name\":\"in/\"}")).isEqualTo(409);
    String email = fake.serviceAccount("workload");
    String policy =
        "{\"bindings\":[{\"role\":\"roles/storage.objectUser\",\"members\":[\"serviceAccount:"
            + email
            + "\"]}]}";
    assertThat(status("PUT", folders + "/in%2F/iam", policy)).isEqualTo(200);
    try (PlainHttp workload = new PlainHttp(fake.storage(), fake.accessToken(email))) {
      assertThat(workload.send("GET", BUCKET + "/o/in%2Fa", "").statusCode()).isEqualTo(200);
      assertThat(workload.send("GET", BUCKET + "/o/out%2Fa", "").statusCode()).isEqualTo(403);
      assertThat(workload.send("GET", BUCKET + "/o?prefix=in/", "").statusCode()).isEqualTo(200);
      assertThat(workload.send("GET", BUCKET + "/o?prefix=i", "").statusCode()).isEqualTo(403);
    }
    assertThat(status("DELETE", folders + "/in%2F", "")).isEqualTo(409);
    assertThat(status("DELETE", folders + "/in%2F?allowNonEmpty=true", "")).isEqualTo(204);
  }
}
