package io.windlass.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.object.Revision;
import io.windlass.store.ListedEntry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ListedTextTest {
  private static final byte[] TEXT = "{\"value\":{}}".getBytes(StandardCharsets.UTF_8);

  private static Optional<byte[]> of(long size, Map<String, String> metadata) {
    return ListedText.of(
        new ListedEntry.Listed(
            "volumes/a",
            size,
            new Revision("1"),
            Instant.EPOCH,
            Optional.of(metadata),
            Optional.empty()),
        1 << 20);
  }

  @Test
  void theTextIsTold() {
    assertThat(of(TEXT.length, ListedText.metadata(TEXT))).contains(TEXT);
  }

  @Test
  void aTextThatIsTooLongForMetadataIsNot() {
    byte[] random = new byte[2000];
    new Random(1).nextBytes(random);
    assertThat(ListedText.metadata(random)).isEmpty();
    byte[] long1 = new byte[50_000];
    Arrays.fill(long1, (byte) 'a');
    assertThat(of(long1.length, ListedText.metadata(long1))).contains(long1);
  }

  /** Somebody changed the object and kept its metadata, or the other way about. */
  @Test
  void whatIsNotTheObjectsTextIsNotTold() {
    Map<String, String> told = ListedText.metadata(TEXT);
    assertThat(of(TEXT.length + 1, told)).isEmpty();
    assertThat(of(TEXT.length - 1, told)).isEmpty();
    assertThat(of(0, told)).isEmpty();
    assertThat(of(2 << 20, told)).isEmpty();
    assertThat(of(TEXT.length, Map.of("record", "no base64"))).isEmpty();
    assertThat(of(TEXT.length, Map.of("record", "AAAA"))).isEmpty();
    assertThat(of(TEXT.length, Map.of("record", ""))).isEmpty();
    assertThat(of(TEXT.length, Map.of())).isEmpty();
  }
}
