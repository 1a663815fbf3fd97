package io.windlass.store.s3.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectReader;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.s3.S3Backend;
import io.windlass.testing.MinioServer;
import io.windlass.testing.Patience;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import io.windlass.testing.proxy.ScriptedServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@RealServer(MinioServer.class)
@DisplayName("Servers without checksums in trailers, on a FAKE in front of MinIO")
class TrailerlessServerTest {
  private static final byte[] SMALL = "content".getBytes(StandardCharsets.UTF_8);
  private static final byte[] LARGE = new byte[5 << 20];
  private static final String STARTED =
      "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>";

  private final MinioServer server;

  TrailerlessServerTest(MinioServer server) {
    this.server = server;
  }

  private S3Backend open(S3Connection connection) {
    return S3Backend.forData(
        "server",
        connection.withTimeouts(Patience.LONG, Patience.LONG),
        () -> new S3Key(server.rootAccessKey(), server.rootSecret()));
  }

  @ParameterizedTest
  @EnumSource(FakeTrailerless.Refusal.class)
  void isFoundOutOnceAndWrittenToWithoutThem(FakeTrailerless.Refusal refusal) throws IOException {
    String bucket = UniqueName.of("trailers");
    try (FakeTrailerless fake = new FakeTrailerless(server, refusal);
        S3Backend backend = open(S3Connection.to(fake.endpoint()))) {
      backend.buckets().create(bucket, BucketSettings.DEFAULT);
      ObjectStore objects = backend.objects(bucket);
      Upload upload = objects.uploads().start("joined", PutOptions.DEFAULT);
      Part first = objects.uploads().send(upload, 1, Content.of(LARGE));
      Part last = objects.uploads().send(upload, 2, Content.of(SMALL));
      objects.uploads().complete(upload, List.of(first, last), Condition.ifAbsent());
      objects.put("directory/", Content.of(new byte[0]), PutOptions.DEFAULT);
      objects.put("small", Content.of(SMALL), PutOptions.DEFAULT);
      int found = refusal.isOfAll() ? 3 : 1;
      assertThat(fake.refused()).as("found out by the upload and its first part").isEqualTo(found);

      objects.copy(
          CopySource.of(bucket, "small"),
          "moved",
          CopyOptions.DEFAULT.withCondition(Condition.ifAbsent()),
          _ -> {});
      for (String key : List.of("small", "moved")) {
        assertThat(content(objects, key)).isEqualTo(SMALL);
      }
      assertThat(content(objects, "joined")).hasSize(LARGE.length + SMALL.length);
      assertThat(
              objects.deleteAll(
                  Stream.of("joined", "directory/", "small", "moved")
                      .map(key -> new ObjectId(key, Optional.empty()))
                      .toList()))
          .isEmpty();
      assertThat(fake.refused()).isLessThanOrEqualTo(found + 1); // with that of the delete
      assertThat(backend.remarks())
          .contains((refusal.isOfAll() ? S3Checksums.MD5 : S3Checksums.HEADER).remark());
      backend.buckets().delete(bucket);
    }
  }

  private static byte[] content(ObjectStore objects, String key) throws IOException {
    try (ObjectReader reader = objects.get(key, GetOptions.ALL)) {
      return reader.readAll(LARGE.length + SMALL.length);
    }
  }

  /** Whoever deletes first finds out that the server wants an MD5. */
  @Test
  void aDigestThatIsDemandedIsSent() throws IOException {
    String bucket = UniqueName.of("trailers");
    try (FakeTrailerless fake = new FakeTrailerless(server, FakeTrailerless.Refusal.BAD_REQUEST);
        S3Backend backend = open(S3Connection.to(fake.endpoint()))) {
      backend.buckets().create(bucket, BucketSettings.DEFAULT);
      ObjectStore objects = backend.objects(bucket);
      for (int i = 0; i < 2; i++) {
        assertThat(objects.deleteAll(List.of(new ObjectId("key", Optional.empty())))).isEmpty();
      }
      assertThat(fake.refused()).isEqualTo(1);
      assertThat(backend.remarks())
          .containsExactly(
              "the server wants Content-MD5 of requests that delete objects or set something");
      backend.buckets().delete(bucket);
    }
  }

  /** What is refused either way is refused for something else, and said as it was at first. */
  @Test
  void otherRefusalsTellNothing() throws IOException {
    try (ScriptedServer scripted =
            new ScriptedServer(
                exchange -> {
                  exchange.getResponseHeaders().set("Server", "MinIO");
                  ScriptedServer.text(STARTED).send(exchange);
                },
                ScriptedServer.error(400, "InvalidRequest"),
                ScriptedServer.error(400, "Other"),
                ScriptedServer.error(400, "Another"),
                ScriptedServer.error(403, "AccessDenied"));
        S3Backend backend = open(S3Connection.to(scripted.endpoint()))) {
      ObjectStore objects = backend.objects("bucket");
      Upload upload = objects.uploads().start("key", PutOptions.DEFAULT);
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(() -> objects.uploads().send(upload, 1, Content.of(LARGE)))
          .withMessageContaining("InvalidRequest");
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(() -> objects.put("key", Content.of(LARGE), PutOptions.DEFAULT));
      assertThat(scripted.requests()).hasSize(5);
      assertThat(backend.remarks()).isEmpty();
    }
  }
}
