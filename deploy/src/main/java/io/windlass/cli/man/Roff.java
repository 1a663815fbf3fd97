package io.windlass.cli.man;

import java.util.List;

/** Text in the language of man pages, man(7). */
final class Roff {
  private final StringBuilder text = new StringBuilder();

  Roff title(String name, String version) {
    return line(".TH \"%s\" 1 \"\" \"windlass %s\" \"Windlass\"".formatted(escaped(name), version));
  }

  Roff section(String heading) {
    return line(".SH \"" + escaped(heading) + "\"");
  }

  Roff bold(String words) {
    return line(".B \"" + escaped(words) + "\"");
  }

  /** A term with what it means, whose lines are filled. */
  Roff term(String term, List<String> meaning) {
    line(".TP").bold(term);
    return meaning.isEmpty() ? line("\\&") : lines(meaning);
  }

  /** Reference to another page. */
  Roff reference(String page) {
    return line(".BR \"" + escaped(page) + "\" (1)");
  }

  /**
   * Lines as a help has them: those that are indented stay as they are, an empty one begins a
   * paragraph, the others are filled.
   */
  Roff lines(List<String> lines) {
    boolean literal = false;
    boolean begun = false;
    for (String line : lines) {
      boolean indented = line.startsWith(" ") && !line.isBlank();
      if (indented != literal && !line.isBlank()) {
        line(indented ? ".nf" : ".fi");
        literal = indented;
      }
      if (line.isBlank()) {
        if (begun) {
          line(literal ? "" : ".PP");
        }
      } else {
        begun = true;
        line(escaped(indented ? line : line.strip()));
      }
    }
    return literal ? line(".fi") : this;
  }

  private Roff line(String line) {
    text.append(line).append('\n');
    return this;
  }

  /** A hyphen stays one that can be copied, and no line is taken for a request. */
  private static String escaped(String line) {
    String escaped = line.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
    return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
