package io.windlass.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import io.windlass.store.memory.MemoryBackend;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples that the interfaces of the contract open with: they run, and are the same text. */
class StoreExamplesTest {
  private final Backend backend = new MemoryBackend();
  private final byte[] bytes = "one".getBytes(StandardCharsets.UTF_8);
  private final byte[] more = "two".getBytes(StandardCharsets.UTF_8);

  @BeforeEach
  void bucket() {
    backend.buckets().create("bucket", BucketSettings.DEFAULT);
  }

  @Test
  void backend() {
    backend.buckets().create("photos", BucketSettings.DEFAULT);
    ObjectStore photos = backend.objects("photos");
    photos.put("a.txt", Content.of(bytes), PutOptions.DEFAULT);
    assertThat(photos.head("a.txt").size()).isEqualTo(3);
  }

  @Test
  void objects() throws IOException {
    ObjectStore store = backend.objects("bucket");
    ByteBuffer buffer = ByteBuffer.allocate(8);
    List<ListedEntry> listed = new ArrayList<>();
    ObjectInfo put = store.put("2026/a.txt", Content.of(bytes), PutOptions.DEFAULT);
    // Two writers: who comes second is told, and nothing is lost.
    PutOptions unchanged = PutOptions.DEFAULT.withCondition(Condition.ifMatch(put.revision()));
    store.put("2026/a.txt", Content.of(more), unchanged);
    try (ObjectReader reader = store.get("2026/a.txt", GetOptions.ALL)) {
      reader.read(buffer);
    }
    Optional<String> token = Optional.empty();
    do {
      Page<ListedEntry> page = store.list(ListOptions.prefix("2026/"), token);
      page.items().forEach(listed::add);
      token = page.next();
    } while (token.isPresent());
    store.delete("2026/a.txt", Condition.always());
    assertThat(buffer.flip()).isEqualTo(ByteBuffer.wrap(more));
    assertThat(listed).hasSize(1);
    assertThat(store.list(ListOptions.prefix(""), Optional.empty()).items()).isEmpty();
  }

  @Test
  void uploads() {
    MultipartUploads uploads = backend.objects("bucket").uploads();
    Upload upload = uploads.start("big", PutOptions.DEFAULT);
    Part first = uploads.send(upload, 1, Content.of(bytes));
    Part second = uploads.send(upload, 2, Content.of(more));
    uploads.complete(upload, List.of(first, second), Condition.ifAbsent());
    assertThat(backend.objects("bucket").head("big").size()).isEqualTo(6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"backend/Backend", "store/ObjectStore", "store/MultipartUploads"})
  void theDocumentationHasTheSameText(String type) throws IOException {
    String source =
        Files.readString(Path.of("../store/src/main/java/io/windlass/%s.java".formatted(type)));
    int start = source.indexOf("{@snippet :\n") + "{@snippet :\n".length();
    String example = source.substring(start, source.indexOf("\n * }\n", start));
    String here =
        Files.readString(Path.of("src/test/java/io/windlass/store/StoreExamplesTest.java"));
    assertThat(words(here)).contains(words(example.replaceAll("(?m)^ \\*", "")));
  }

  /** Without line breaks, which differ by indentation. */
  private static String words(String code) {
    return code.replaceAll("\\s+", "");
  }
}
