package io.windlass.fake.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bytes of requests and answers, which clients hide. */
class FakeGcsWireTest {
  private static final String UPLOAD = "/upload/storage/v1/b/bucket/o?uploadType=";
  private static final String OBJECTS = "/storage/v1/b/bucket/o";
  private static final int UNIT = 256 << 10;

  /** One rule at a time: the delays have tests of their own. */
  private final FakeGcs fake = new FakeGcs("project").accessAtOnce().writesAtAnyRate();

  private final PlainHttp http =
      new PlainHttp(fake.storage(), fake.accessToken(fake.administrator()));

  @BeforeEach
  void makeBucket() {
    assertThat(
            http.send(
                    "POST",
                    "/storage/v1/b?project=project",
                    """
                    {"name":"bucket","softDeletePolicy":{"retentionDurationSeconds":"0"}}\
                    """)
                .statusCode())
        .isEqualTo(200);
  }

  @AfterEach
  void close() {
    http.close();
    fake.close();
  }

  private HttpResponse<byte[]> media(String name, String content) {
    return http.send("POST", UPLOAD + "media&name=" + name, content, "Content-Type", "text/plain");
  }

  private int status(String method, String target, String body, String... headers) {
    return http.send(method, target, body, headers).statusCode();
  }

  @Test
  void onlyTheXmlApiSendsMetadataWithTheContent() {
    assertThat(media("a", "x").statusCode()).isEqualTo(200);
    assertThat(
            status(
                "PATCH",
                OBJECTS + "/a",
                """
                {"metadata":{"k":"v"}}\
                """))
        .isEqualTo(200);

    assertThat(http.send("GET", OBJECTS + "/a?alt=media", "").headers().firstValue("x-goog-meta-k"))
        .isEmpty();
    assertThat(http.send("GET", "/bucket/a", "").headers().firstValue("x-goog-meta-k"))
        .hasValue("v");
  }

  @Test
  void everyAnswerSaysThatItIsAFake() {
    assertThat(media("a", "x").headers().firstValue("Server")).hasValue(FakeGcs.NAME);
    HttpResponse<byte[]> refused = http.send("GET", "/storage/v1/b/bucket/acl", "");
    assertThat(refused.statusCode()).isEqualTo(501);
    assertThat(PlainHttp.text(refused)).contains("a fake of Google Cloud Storage");
    assertThat(status("GET", OBJECTS + "?matchGlob=x", "")).isEqualTo(501);
    assertThat(status("POST", UPLOAD + "media&name=a&predefinedAcl=private", "x")).isEqualTo(501);
  }

  @Test
  void errorsHaveTheFormOfTheService() {
    var error = PlainHttp.json(http.send("GET", OBJECTS + "/absent", "")).path("error");

    assertThat(error.path("code").asInt()).isEqualTo(404);
    assertThat(error.path("message").asString()).isEqualTo("No such object: bucket/absent");
    assertThat(error.path("errors").get(0).path("reason").asString()).isEqualTo("notFound");
  }

  @Test
  void mediaAndMultipartInserts() {
    assertThat(PlainHttp.json(media("a", "x")).path("contentType").asString())
        .isEqualTo("text/plain");
    String parts =
        "--b\r\nContent-Type: application/json\r\n\r\n%s\r\n--b\r\nContent-Type: x/y\r\n\r\n%s\r\n--b--";
    String sum = ContentChecksums.crc32c(new byte[] {'o', 'k'});
    String meta = "{\"name\":\"m\",\"crc32c\":\"" + sum + "\"}";
    String type = "multipart/related; boundary=b";

    assertThat(
            PlainHttp.json(
                    http.send(
                        "POST",
                        UPLOAD + "multipart",
                        parts.formatted(meta, "ok"),
                        "Content-Type",
                        type))
                .path("contentType")
                .asString())
        .isEqualTo("x/y");
    assertThat(
            status("POST", UPLOAD + "multipart", parts.formatted(meta, "ko"), "Content-Type", type))
        .isEqualTo(400);
    String bare = parts.replace("\r\n", "\n").formatted(meta, "ok");
    assertThat(status("POST", UPLOAD + "multipart", bare, "Content-Type", type)).isEqualTo(200);
    assertThat(status("POST", UPLOAD + "media&name=a", "x", "X-Goog-Hash", "crc32c=AAAAAA=="))
        .isEqualTo(400);
    assertThat(status("POST", UPLOAD + "media", "x")).isEqualTo(400);
  }

  private String session(String name) {
    HttpResponse<byte[]> started =
        http.send("POST", UPLOAD + "resumable&ifGenerationMatch=0&name=" + name, "");
    assertThat(started.statusCode()).isEqualTo(200);
    return started
        .headers()
        .firstValue("Location")
        .orElseThrow()
        .substring(fake.storage().toString().length());
  }

  private HttpResponse<byte[]> piece(String session, String range, String content) {
    return http.send("PUT", session, content, "Content-Range", "bytes " + range);
  }

  @Test
  void aSessionKeepsWholeUnitsAndSaysHowMuch() {
    String session = session("object");
    assertThat(piece(session, "*/*", "").statusCode()).isEqualTo(308);
    assertThat(piece(session, "*/*", "").headers().firstValue("Range")).isEmpty();

    String content = "x".repeat(UNIT + 10);
    HttpResponse<byte[]> first = piece(session, "0-" + (UNIT + 9) + "/*", content);
    assertThat(first.statusCode()).isEqualTo(308);
    assertThat(first.headers().firstValue("Range")).hasValue("bytes=0-" + (UNIT - 1));
    HttpResponse<byte[]> beyond = piece(session, (UNIT + 10) + "-" + (UNIT + 10) + "/*", "y");
    assertThat(beyond.statusCode()).isEqualTo(503);
    assertThat(PlainHttp.text(beyond)).contains("exceeds already uploaded size of 262144 byte(s).");
    assertThat(piece(session, "0-3/*", "x").statusCode()).isEqualTo(400);

    // The first byte was sent before.
    HttpResponse<byte[]> last =
        piece(session, "%d-%d/%d".formatted(UNIT - 1, UNIT, UNIT + 1), "?y");
    assertThat(last.statusCode()).isEqualTo(200);
    assertThat(PlainHttp.json(last).path("size").asString()).isEqualTo("" + (UNIT + 1));
    assertThat(piece(session, "*/*", "").statusCode()).isEqualTo(200);
    assertThat(PlainHttp.text(http.send("GET", OBJECTS + "/object?alt=media", ""))).endsWith("xy");
    assertThat(status("POST", UPLOAD + "resumable&ifGenerationMatch=0&name=object", ""))
        .isEqualTo(412);
  }

  @Test
  void aSessionEnds() {
    String cancelled = session("a");
    assertThat(status("DELETE", cancelled, "")).isEqualTo(499);
    assertThat(piece(cancelled, "*/*", "").statusCode()).isEqualTo(404);

    String old = session("b");
    fake.pass(Duration.ofDays(8));
    assertThat(piece(old, "*/*", "").statusCode()).isEqualTo(404);
  }

  @Test
  void conditionsAreCheckedAtTheEnd() {
    String session = session("raced");
    assertThat(media("raced", "x").statusCode()).isEqualTo(200);

    assertThat(http.send("PUT", session, "y").statusCode()).isEqualTo(412);
  }

  @Test
  void notMatching() {
    String generation = PlainHttp.json(media("a", "x")).path("generation").asString();
    String target = OBJECTS + "/a?ifGenerationNotMatch=";
    assertThat(status("GET", target + generation, "")).isEqualTo(304);
    assertThat(status("GET", target + "1", "")).isEqualTo(200);
    assertThat(status("GET", target + "0", "")).isEqualTo(200);
    assertThat(status("POST", UPLOAD + "media&name=b&ifGenerationNotMatch=0", "x")).isEqualTo(304);
    assertThat(status("GET", OBJECTS + "/a?ifMetagenerationNotMatch=1", "")).isEqualTo(304);
    assertThat(status("GET", OBJECTS + "/a?ifMetagenerationMatch=2", "")).isEqualTo(412);
  }

  @Test
  void ranges() {
    media("a", "0123456789");
    String target = OBJECTS + "/a?alt=media";
    HttpResponse<byte[]> part = http.send("GET", target, "", "Range", "bytes=2-4");
    assertThat(part.statusCode()).isEqualTo(206);
    assertThat(PlainHttp.text(part)).isEqualTo("234");
    assertThat(part.headers().firstValue("Content-Range")).hasValue("bytes 2-4/10");
    assertThat(part.headers().firstValue("x-goog-hash").orElseThrow()).startsWith("crc32c=");
    assertThat(PlainHttp.text(http.send("GET", target, "", "Range", "bytes=-3"))).isEqualTo("789");
    assertThat(PlainHttp.text(http.send("GET", target, "", "Range", "bytes=8-99"))).isEqualTo("89");
    assertThat(status("GET", target, "", "Range", "bytes=10-")).isEqualTo(416);
  }

  @Test
  void fieldsAreCut() {
    media("a", "x");
    assertThat(
            PlainHttp.text(
                http.send("GET", OBJECTS + "?fields=items(name,size),nextPageToken", "")))
        .isEqualTo("{\"items\":[{\"name\":\"a\",\"size\":\"1\"}]}");
    assertThat(PlainHttp.text(http.send("GET", OBJECTS + "?fields=items/name", "")))
        .isEqualTo("{\"items\":[{\"name\":\"a\"}]}");
  }

  /** As Google's client sends a GET whose URL is too long. */
  @Test
  void theQueryOfAGetMayBeInABody() {
    media("a/1", "x");
    media("b", "x");
    String query = "prefix=a%2F&fields=items/name";
    String form = "application/x-www-form-urlencoded; charset=UTF-8";

    assertThat(
            PlainHttp.text(
                http.send(
                    "POST", OBJECTS, query, "Content-Type", form, "X-HTTP-Method-Override", "GET")))
        .isEqualTo("{\"items\":[{\"name\":\"a/1\"}]}");
    assertThat(
            status(
                "POST",
                OBJECTS,
                "matchGlob=x",
                "Content-Type",
                form,
                "X-HTTP-Method-Override",
                "GET"))
        .as("what the fake does not know")
        .isEqualTo(501);
  }

  @Test
  void faultsHappenOnceAndToWhomTheyAreMeant() {
    fake.faults().next("GET", "/o/a", new Misbehaviour.Refused(503));
    fake.faults().next("POST", "name=a", new Misbehaviour.AnswerReplaced(503));
    assertThat(media("a", "0123456789").statusCode()).isEqualTo(503);
    assertThat(status("GET", OBJECTS + "/a", "")).isEqualTo(503);
    assertThat(status("GET", OBJECTS + "/a", "")).isEqualTo(200);
    assertThat(fake.faults().left()).isZero();

    fake.faults().next("GET", "alt=media", new Misbehaviour.BodyBroken(4));
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> http.send("GET", OBJECTS + "/a?alt=media", ""));
    fake.faults().next("PATCH", "/o/a", new Misbehaviour.AnswerLost());
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> http.send("PATCH", OBJECTS + "/a", "{\"contentType\":\"x/y\"}"));
    assertThat(PlainHttp.json(http.send("GET", OBJECTS + "/a", "")).path("contentType").asString())
        .isEqualTo("x/y");
    fake.faults().next("GET", "/o/a", new Misbehaviour.Slow(Duration.ofMillis(1)));
    assertThat(status("GET", OBJECTS + "/a", "")).isEqualTo(200);
  }

  @Test
  void writesToOneNameAreApart() {
    Duration apart = Duration.ofMinutes(5);
    fake.settings().writesNeed(apart);
    assertThat(media("a", "x").statusCode()).isEqualTo(200);
    assertThat(media("b", "x").statusCode()).isEqualTo(200);
    assertThat(media("a", "x").statusCode()).isEqualTo(429);
    assertThat(status("DELETE", OBJECTS + "/a", "")).isEqualTo(429);
    fake.pass(apart);
    assertThat(status("DELETE", OBJECTS + "/a", "")).isEqualTo(204);
  }

  @Test
  void byDefaultItIsAsLateAsTheService() {
    try (FakeGcs strict = new FakeGcs("project");
        PlainHttp owner =
            new PlainHttp(strict.storage(), strict.accessToken(strict.administrator()));
        PlainHttp iam =
            new PlainHttp(strict.identity(), strict.accessToken(strict.administrator("iam")));
        PlainHttp reader =
            new PlainHttp(strict.storage(), strict.accessToken(strict.serviceAccount("reader")))) {
      HttpResponse<byte[]> _ =
          owner.send("POST", "/storage/v1/b?project=project", "{\"name\":\"bucket\"}");
      assertThat(tries(() -> owner.send("POST", UPLOAD + "media&name=a", "x"))).isOne();
      assertThat(tries(() -> owner.send("POST", UPLOAD + "media&name=a", "y"))).isBetween(2, 4);

      String policy =
          "{\"bindings\":[{\"role\":\"roles/storage.objectViewer\",\"members\":[\"serviceAccount:%s\"]}]}"
              .formatted(strict.serviceAccounts().getLast());
      assertThat(owner.send("PUT", "/storage/v1/b/bucket/iam", policy).statusCode()).isEqualTo(200);
      assertThat(tries(() -> reader.send("GET", OBJECTS + "/a", ""))).isBetween(2, 4);

      HttpResponse<byte[]> _ =
          iam.send("POST", "/v1/projects/project/serviceAccounts", "{\"accountId\":\"fresh-one\"}");
      String email = "fresh-one@project.iam.gserviceaccount.com";
      assertThat(tries(() -> iam.send("GET", "/v1/projects/-/serviceAccounts/" + email, "")))
          .isEqualTo(4);
      String fresh = policy.replace(strict.serviceAccounts().getLast(), email);
      assertThat(tries(() -> owner.send("PUT", "/storage/v1/b/bucket/iam", fresh))).isEqualTo(4);
      String keys = "/storage/v1/projects/project/hmacKeys?serviceAccountEmail=" + email;
      assertThat(tries(() -> owner.send("POST", keys, ""))).isEqualTo(4);
    }
  }

  /** Returns how often it has to be asked for. */
  private static int tries(Supplier<HttpResponse<byte[]>> call) {
    int tries = 1;
    while (call.get().statusCode() != 200 && tries < 10) {
      tries++;
    }
    return tries;
  }

  @Test
  void aBatchOfAtMostAHundredCalls() {
    media("a", "x");
    String call = "--b\r\nContent-Type: application/http\r\nContent-ID: <i+1>\r\n\r\n%s\r\n";
    String del = "DELETE /storage/v1/b/bucket/o/a HTTP/1.1\r\n\r\n";
    String type = "multipart/mixed; boundary=b";
    HttpResponse<byte[]> answer =
        http.send(
            "POST",
            "/batch/storage/v1",
            call.formatted(del) + call.formatted(del) + "--b--",
            "Content-Type",
            type);

    assertThat(PlainHttp.text(answer))
        .contains("HTTP/1.1 204", "HTTP/1.1 404", "Content-ID: <response-i+1>");
    assertThat(
            status(
                "POST",
                "/batch/storage/v1",
                call.formatted(del).repeat(101) + "--b--",
                "Content-Type",
                type))
        .isEqualTo(400);
  }
}
