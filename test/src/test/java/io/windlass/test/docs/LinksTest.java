package io.windlass.test.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links of the documents to files of this repository, and to headings in them, lead there. */
class LinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(\\s*([^)\\s]+)\\s*\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*?) *$");
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|`[^`\\n]*`");

  static Stream<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    Path root = Launch.root();
    for (Path folder : List.of(root, root.resolve("docs"))) {
      try (Stream<Path> files = Files.list(folder)) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
      }
    }
    return documents.stream();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyLinkLeadsSomewhere(Path document) throws IOException {
    String text = CODE.matcher(Files.readString(document)).replaceAll("");
    Matcher link = LINK.matcher(text);
    List<String> broken = new ArrayList<>();
    while (link.find()) {
      String target = link.group(1);
      if (!target.matches("[a-z]+:.*") && !leadsSomewhere(document, target)) {
        broken.add(target);
      }
    }
    assertThat(broken).as("links of %s", document).isEmpty();
  }

  private static boolean leadsSomewhere(Path document, String target) throws IOException {
    String[] parts = target.split("#", 2);
    Path file = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
    return Files.exists(file) && (parts.length == 1 || anchors(file).contains(parts[1]));
  }

  /** The anchors that GitHub makes of headings. */
  private static List<String> anchors(Path document) {
    try {
      return HEADING
          .matcher(Files.readString(document))
          .results()
          .map(heading ->
              heading
                  .group(1)
                  .toLowerCase(Locale.ROOT)
                  .replaceAll("[^\\p{L}\\p{N} _-]", "")
                  .replace(' ', '-'))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
