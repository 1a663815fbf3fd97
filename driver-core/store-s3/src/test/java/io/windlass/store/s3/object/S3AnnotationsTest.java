package io.windlass.store.s3.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.testing.proxy.ScriptedServer;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Objects with annotations, on a FAKE: no server that can be installed has any. The form of its
 * answers is that of the SDK's model of {@code ListObjectAnnotations}; that a copy of the whole
 * object takes them along is said of {@code CopyObjectRequest.annotationDirective}, and by the
 * user's guide ("Annotating objects").
 */
class S3AnnotationsTest {
  private static final CopySource SOURCE = CopySource.of("bucket", "key");

  private static final ScriptedServer.Answer HEAD =
      exchange -> {
        exchange.getResponseHeaders().add("ETag", "\"e\"");
        exchange.getResponseHeaders().add("Content-Length", "3");
        exchange.sendResponseHeaders(200, -1);
      };

  private static final ScriptedServer.Answer SOME =
      ScriptedServer.text(
          "<ListObjectAnnotationsOutput><Bucket>bucket</Bucket><Key>key</Key><Annotations>"
              + "<AnnotationEntry><AnnotationName>ml.label</AnnotationName><Size>5</Size>"
              + "</AnnotationEntry></Annotations><AnnotationCount>1</AnnotationCount>"
              + "</ListObjectAnnotationsOutput>");

  private static final ScriptedServer.Answer NONE =
      ScriptedServer.text(
          "<ListObjectAnnotationsOutput><Bucket>bucket</Bucket><Key>key</Key>"
              + "<AnnotationCount>0</AnnotationCount></ListObjectAnnotationsOutput>");

  private static final ScriptedServer.Answer NO_TAGS =
      ScriptedServer.text("<Tagging><TagSet/></Tagging>");

  private static final ScriptedServer.Answer COPIED =
      ScriptedServer.text("<CopyObjectResult><ETag>\"c\"</ETag></CopyObjectResult>");

  private static List<String> asked(ScriptedServer server) {
    return server.requests().stream().map(S3AnnotationsTest::name).toList();
  }

  private static String name(HttpExchange exchange) {
    URI uri = exchange.getRequestURI();
    String query = uri.getQuery() == null ? "" : uri.getQuery().replaceAll("[=&].*", "");
    return (exchange.getRequestMethod() + " " + query).strip();
  }

  private static ObjectProperties properties(S3Granted open) {
    return open.objects().properties("key", open.objects().head("key").properties());
  }

  @Test
  void anObjectThatWouldLoseThemIsNotChanged() throws IOException {
    try (ScriptedServer server = new ScriptedServer(HEAD, SOME, HEAD, SOME);
        S3Granted open = S3Granted.openAnnotated(server)) {
      assertThatExceptionOfType(DriverException.Unsupported.class)
          .isThrownBy(() -> properties(open))
          .withMessageContaining("bucket/key")
          .withMessageContaining("annotations");
      assertThatExceptionOfType(DriverException.Unsupported.class)
          .isThrownBy(() -> open.objects().uploads().startCopy("copy", SOURCE, Map.of()));

      assertThat(asked(server)).containsExactly("HEAD", "GET annotation", "HEAD", "GET annotation");
    }
  }

  /** The bucket's first answer says also that tags are counted. */
  @Test
  void everyObjectIsAskedForThemAndOnlyTheFirstForTags() throws IOException {
    try (ScriptedServer server = new ScriptedServer(HEAD, NONE, NO_TAGS, HEAD, NONE);
        S3Granted open = S3Granted.openAnnotated(server)) {
      assertThat(properties(open).whole()).isTrue();
      assertThat(properties(open)).isEqualTo(ObjectProperties.NONE);

      assertThat(asked(server))
          .containsExactly("HEAD", "GET annotation", "GET tagging", "HEAD", "GET annotation");
    }
  }

  @Test
  void aKeyThatMayNotListThemIsToldSo() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(HEAD, ScriptedServer.error(403, "AccessDenied"));
        S3Granted open = S3Granted.openAnnotated(server)) {
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(() -> properties(open))
          .withMessageContaining("s3:ListObjectAnnotations");
    }
  }

  /** The user's guide names regions and kinds of buckets that have none. */
  @Test
  void aPlaceWithoutAnnotationsHasNone() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(HEAD, ScriptedServer.error(501, "NotImplemented"), NO_TAGS);
        S3Granted open = S3Granted.openAnnotated(server)) {
      assertThat(properties(open).whole()).isTrue();
    }
  }

  /** An upload of a copied part, which others get, would lose them; so nobody asks for any. */
  @Test
  void aCopyWithAConditionIsOneOfTheWholeObject() throws IOException {
    try (ScriptedServer server = new ScriptedServer(HEAD, COPIED);
        S3Granted open = S3Granted.openAnnotated(server)) {
      open.objects().copy(SOURCE, "copy", CopyOptions.DEFAULT.withCondition(Condition.ifAbsent()));

      assertThat(asked(server)).containsExactly("HEAD", "PUT");
      HttpExchange copy = server.requests().getLast();
      assertThat(copy.getRequestHeaders().getFirst("If-None-Match")).isEqualTo("*");
      assertThat(copy.getRequestHeaders().getFirst("x-amz-copy-source")).isEqualTo("bucket/key");
      assertThat(copy.getRequestHeaders().getFirst("x-amz-copy-source-if-match"))
          .isEqualTo("\"e\"");
    }
  }

  /** AWS tells the ETag of every object, and of a marker as well. */
  @Test
  void aMarkerOfWhichAllIsKnownIsCopiedByOneRequest() throws IOException {
    Revision empty = new Revision("\"d41d8cd98f00b204e9800998ecf8427e\"");
    try (ScriptedServer server = new ScriptedServer(COPIED);
        S3Granted open = S3Granted.openAnnotated(server)) {
      open.objects()
          .copy(
              CopySource.of("bucket", "a/").withIfMatch(empty).withSize(0),
              "b/",
              CopyOptions.DEFAULT.withMetadata(Map.of()).withProperties(ObjectProperties.NONE));

      assertThat(asked(server)).containsExactly("PUT");
    }
  }

  /** The answer does not say which of both conditions failed. */
  @Test
  void aSourceThatWasReplacedIsLookedAtAgain() throws IOException {
    ScriptedServer.Answer changed = ScriptedServer.error(412, "PreconditionFailed");
    CopyOptions ifAbsent = CopyOptions.DEFAULT.withCondition(Condition.ifAbsent());
    try (ScriptedServer server = new ScriptedServer(HEAD, changed, HEAD, COPIED, HEAD, changed);
        S3Granted open = S3Granted.openAnnotated(server)) {
      open.objects().copy(SOURCE, "copy", ifAbsent);
      CopySource pinned = SOURCE.withIfMatch(new Revision("\"e\""));
      assertThatExceptionOfType(DriverException.PreconditionFailed.class)
          .isThrownBy(() -> open.objects().copy(pinned, "copy", ifAbsent));

      assertThat(asked(server)).containsExactly("HEAD", "PUT", "HEAD", "PUT", "HEAD", "PUT");
    }
  }

  /** A key that may not read annotations can still copy, if its mount gives them up. */
  @Test
  void aCopyOfWhichAllIsSaidLeavesThem() throws IOException {
    CopyOptions all =
        CopyOptions.DEFAULT
            .withMetadata(Map.of())
            .withProperties(ObjectProperties.NONE)
            .withCondition(Condition.ifAbsent());
    CopySource known = SOURCE.withIfMatch(new Revision("\"e\"")).withSize(3);
    try (ScriptedServer server = new ScriptedServer(COPIED);
        S3Granted open = S3Granted.openAnnotated(server)) {
      open.objects().copy(known, "copy", all);

      HttpExchange copy = server.requests().getFirst();
      assertThat(copy.getRequestHeaders().getFirst("x-amz-object-annotation-directive"))
          .isEqualTo("EXCLUDE");
    }
  }

  /** MinIO, for one, answers the question with the object. */
  @Test
  void onlyAwsIsAsked() {
    assertThat(S3Annotations.of(URI.create("https://s3.eu-north-1.amazonaws.com")).arePossible())
        .isTrue();
    for (String other :
        List.of(
            "https://minio.example",
            "http://ec2-192-0-2-1.eu-north-1.compute.amazonaws.com:9000",
            "http://s3-1.eu-north-1.elb.amazonaws.com")) {
      assertThat(S3Annotations.of(URI.create(other)).arePossible()).as(other).isFalse();
    }
  }
}
