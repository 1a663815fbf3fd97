package io.windlass.store.s3.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.secret.Secret;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.s3.S3Backend;
import io.windlass.testing.Patience;
import io.windlass.testing.proxy.ScriptedServer;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Content and its checksum behind it, on a FAKE that need not understand that")
class FramedContentTest {
  private static final byte[] CONTENT = random(300 << 10);

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  private static byte[] twice() {
    byte[] both = Arrays.copyOf(CONTENT, 2 * CONTENT.length);
    System.arraycopy(CONTENT, 0, both, CONTENT.length, CONTENT.length);
    return both;
  }

  private static S3Backend open(ScriptedServer server) {
    return S3Backend.forData(
        "server",
        S3Connection.to(server.endpoint()).withTimeouts(Patience.LONG, Patience.LONG),
        () -> new S3Key("scripted", Secret.of("scripted-secret")));
  }

  /** An object is never sent in a way that the server was not seen to understand. */
  @ParameterizedTest
  @EnumSource(FakeFrames.Behaviour.class)
  void isStoredAsItWasSentOrSentAgain(FakeFrames.Behaviour behaviour) throws IOException {
    boolean shows =
        switch (behaviour) {
          case TELLS_MD5, TELLS_CHECKSUM -> true;
          case STORES_FRAMES, TELLS_NOTHING -> false;
        };
    write(
        new FakeFrames(behaviour, "SeaweedFS 30GB 4.48"),
        shows
            ? List.of(false, false, true, true, true)
            : List.of(false, false, true, false, false, false),
        shows ? List.of() : List.of(S3Checksums.HEADER.remark()));
  }

  /**
   * So do gofakes3 and rclone serve s3 name themselves, of which the latter takes no part again.
   */
  @ParameterizedTest
  @EnumSource(FakeFrames.Behaviour.class)
  void isNotTriedOnAServerThatNeedNotTakeAPartAgain(FakeFrames.Behaviour behaviour)
      throws IOException {
    for (String name : List.of("AmazonS3", "")) {
      write(new FakeFrames(behaviour, name), Collections.nCopies(5, false), List.of());
    }
  }

  /** By the first answer: none of it is tried. */
  @Test
  void isFramedForTheEmbeddedServer() throws IOException {
    write(
        new FakeFrames(FakeFrames.Behaviour.TELLS_MD5, S3Checksums.EMBEDDED),
        List.of(false, true, true, true, true),
        List.of());
  }

  private static void write(FakeFrames fake, List<Boolean> framed, List<String> remarks)
      throws IOException {
    try (ScriptedServer server = new ScriptedServer(fake::answer);
        S3Backend backend = open(server)) {
      ObjectStore objects = backend.objects("bucket");
      objects.put("first", Content.of(CONTENT), PutOptions.DEFAULT);
      objects.put(
          "new", Content.of(CONTENT), PutOptions.DEFAULT.withCondition(Condition.ifAbsent()));
      Upload upload = objects.uploads().start("joined", PutOptions.DEFAULT);
      Part one = objects.uploads().send(upload, 1, Content.of(CONTENT));
      Part two = objects.uploads().send(upload, 2, Content.of(CONTENT));
      objects.uploads().complete(upload, List.of(one, two), Condition.always());
      objects.put("last", Content.of(CONTENT), PutOptions.DEFAULT);

      for (String key : List.of("first", "new", "last")) {
        assertThat(fake.stored("/bucket/" + key).content())
            .as(key)
            .matches(stored -> Arrays.equals(stored, CONTENT));
      }
      byte[] joined = fake.stored("/bucket/joined").content();
      assertThat(Arrays.equals(joined, twice())).isTrue();
      assertThat(fake.framed()).isEqualTo(framed);
      assertThat(backend.remarks()).isEqualTo(remarks);
    }
  }
}
