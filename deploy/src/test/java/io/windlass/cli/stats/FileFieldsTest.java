package io.windlass.cli.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FileFieldsTest {
  @Test
  void fieldsOfAnyVersionAreShown() {
    Map<String, Object> fields =
        FileFields.read(
            """
            size: 3145728
            revision: 1700000000
            contentType: text/plain: odd
            memoryBytes: 0
            sending: true
            nextName: new
            no field
            """);
    assertThat(fields)
        .containsEntry("size", 3145728L)
        .containsEntry("revision", "1700000000")
        .containsEntry("sending", true)
        .hasSize(6);
    assertThat(FileFields.lines(fields))
        .containsExactly(
            "size:               3 MiB (3145728)",
            "revision:           1700000000",
            "content type:       text/plain: odd",
            "cached in memory:   0 B",
            "being sent:         yes",
            "next name:          new");
  }
}
