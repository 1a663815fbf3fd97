package io.windlass.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.AnswerTooLong;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much of a server's answers is in memory at one time. */
class AnswerRoomTest {
  private static final byte[] LONG = new byte[1 << 20];

  private static InputStream open(AnswerRoom room, byte[] body) {
    return room.bounded(new ByteArrayInputStream(body), AnswerLimit.PAGE, () -> {});
  }

  @Test
  void fewLongAnswersAreReadAtOneTimeAndShortOnesAlways() throws IOException {
    AnswerRoom room = new AnswerRoom(Duration.ZERO);
    List<InputStream> reading = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      InputStream answer = open(room, LONG);
      reading.add(answer);
      assertThat(answer.readNBytes(100_000)).hasSize(100_000);
    }
    assertThatExceptionOfType(HttpTimeoutException.class)
        .isThrownBy(() -> open(room, LONG).readAllBytes());
    assertThat(open(room, new byte[30_000]).readAllBytes()).hasSize(30_000);
    reading.getFirst().close();
    reading.getFirst().close();
    assertThat(open(room, LONG).readAllBytes()).hasSize(LONG.length);
  }

  @Test
  void anAnswerThatIsGivenUpLeavesItsRoom() throws IOException {
    AnswerRoom room = new AnswerRoom(Duration.ZERO);
    byte[] much = "<a/>".repeat(100_000).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 10; i++) {
      assertThatExceptionOfType(AnswerTooLong.class)
          .isThrownBy(() -> open(room, much).readAllBytes());
    }
    assertThat(open(room, LONG).readAllBytes()).hasSize(LONG.length);
  }

  @Test
  void textsOfJsonMayBeAsLongAsTheAnswer() throws IOException {
    byte[] json = ("{\"a\":\"" + "a".repeat(1 << 20) + "\"}").getBytes(StandardCharsets.UTF_8);
    assertThat(open(new AnswerRoom(Duration.ZERO), json).readAllBytes()).isEqualTo(json);
  }
}
