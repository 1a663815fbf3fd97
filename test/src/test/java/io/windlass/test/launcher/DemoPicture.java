package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Picture of what the demo prints, as SVG. It has the times of the run that it was made of, which
 * no other run has.
 */
record DemoPicture(Path file) {
  private static final double WIDTH = 8.43;
  private static final int HEIGHT = 19;
  private static final int MARGIN = 18;
  private static final int COLUMNS = 101;

  /**
   * Requires that the picture shows this output; writes it, where {@code windlass.docs} says so.
   */
  void isOf(String output) throws IOException {
    List<String> lines = ("$ windlass demo\n" + output).strip().lines().toList();
    if ("write".equals(System.getProperty("windlass.docs"))) {
      Files.writeString(file, svg(lines));
    }
    assertThat(withoutTimes(Files.readString(file)))
        .as("%s shows what the demo prints; -Dwindlass.docs=write makes it", file)
        .isEqualTo(withoutTimes(svg(lines)));
  }

  private static String withoutTimes(String text) {
    return text.replaceAll("[▁▂▃▄▅▆▇█]+ *\\d+\\.\\d s *", "BARS ")
        .replaceAll(" *\\d+\\.\\d s", " TIME")
        .replaceAll("/\\S+/windlass-\\d+", "DIRECTORY");
  }

  private static String svg(List<String> lines) {
    int height = lines.size() * HEIGHT + 2 * MARGIN;
    StringBuilder svg =
        new StringBuilder(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d">
            <title>What windlass demo prints</title>
            <style>
            text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; \
            fill: #d7dae0; white-space: pre }
            .good { fill: #7bd88f }
            .prompt { fill: #8ab4f8 }
            </style>
            <rect width="100%%" height="100%%" rx="8" fill="#1d2026"/>
            """
                .formatted((int) Math.ceil(COLUMNS * WIDTH) + 2 * MARGIN, height));
    int y = MARGIN + HEIGHT - 5;
    for (String line : lines) {
      if (!line.isEmpty()) {
        svg.append("<text x=\"%d\" y=\"%d\">%s</text>%n".formatted(MARGIN, y, painted(line)));
      }
      y += HEIGHT;
    }
    return svg.append("</svg>\n").toString();
  }

  private static String painted(String line) {
    return line.replaceAll("/\\S+/windlass-\\d+", "/tmp/windlass-…")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replaceAll("✓", "<tspan class=\"good\">✓</tspan>")
        .replaceAll("^\\$", "<tspan class=\"prompt\">\\$</tspan>");
  }
}
