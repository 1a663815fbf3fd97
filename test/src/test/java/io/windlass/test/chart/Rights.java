package io.windlass.test.chart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Rights of the service accounts, as lines: {@code role group/resource: verbs}. The list to compare
 * them with is the resource rights.txt, in sections.
 */
final class Rights {
  private Rights() {}

  static List<String> of(Manifests manifests) {
    return Stream.concat(manifests.of("ClusterRole"), manifests.of("Role"))
        .flatMap(role ->
            role.path("rules").valueStream().flatMap(rule -> lines(Manifests.name(role), rule)))
        .sorted()
        .toList();
  }

  private static Stream<String> lines(String role, JsonNode rule) {
    String group = rule.at("/apiGroups/0").asString();
    String verbs =
        rule.path("verbs").valueStream().map(JsonNode::asString).collect(Collectors.joining(" "));
    return rule.path("resources")
        .valueStream()
        .map(resource -> "%s %s/%s: %s".formatted(role, group, resource.asString(), verbs));
  }

  /** Returns a section of the list. */
  static List<String> listed(String section) throws IOException {
    try (InputStream list =
        Objects.requireNonNull(Rights.class.getResourceAsStream("rights.txt"), "rights.txt")) {
      String text = new String(list.readAllBytes(), StandardCharsets.UTF_8);
      String lines = text.split("(?m)^# " + section + "$", 2)[1].split("(?m)^# ", 2)[0];
      return new ArrayList<>(
          Arrays.stream(lines.split("\n", -1)).filter(line -> !line.isBlank()).sorted().toList());
    }
  }
}
