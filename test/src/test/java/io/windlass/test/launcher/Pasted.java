package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * An example that {@code windlass call --describe} shows, as a shell splits it.
 *
 * @param words between {@code windlass call} and the request
 * @param json the request
 */
record Pasted(List<String> words, String json) {

  /** Reads the last line of a description. */
  static Pasted from(String described) {
    String command = described.lines().toList().getLast().strip();
    String[] parts = command.split("'", -1);
    assertThat(parts).as(command).hasSize(3);
    List<String> words = Arrays.asList(parts[0].split(" "));
    assertThat(words.subList(0, 2)).containsExactly("windlass", "call");
    return new Pasted(words.subList(2, words.size()), parts[1]);
  }

  String[] arguments() {
    return Stream.concat(words.stream(), Stream.of(json)).toArray(String[]::new);
  }
}
