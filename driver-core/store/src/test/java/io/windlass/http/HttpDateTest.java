package io.windlass.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HttpDateTest {
  private static final DateTimeFormatter USUAL =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  @Test
  void usualDatesAreRead() {
    Random random = new Random(39);
    for (int i = 0; i < 1000; i++) {
      Instant when = Instant.ofEpochSecond(random.nextLong(4_000_000_000L));
      assertThat(HttpDate.read(USUAL.format(when))).contains(when);
    }
  }

  @Test
  void otherFormsAreReadToo() {
    assertThat(HttpDate.read("Sun, 6 Nov 1994 08:49:37 GMT"))
        .isEqualTo(HttpDate.read("Sun, 06 Nov 1994 08:49:37 GMT"))
        .isEqualTo(HttpDate.read("Sun, 6 Nov 1994 10:49:37 +0200"));
  }

  @Test
  void whatIsNoDateIsNone() {
    for (String text :
        List.of(
            "",
            "now",
            "Sun, 06 Nov 1994 08:49:37 XXX",
            "Sun, 06 anF 1994 08:49:37 GMT",
            "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:61:37 GMT",
            "Sun, 0x Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08-49-37 GMT")) {
      assertThat(HttpDate.read(text)).as(text).isEmpty();
    }
  }
}
