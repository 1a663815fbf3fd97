package io.windlass.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the documentation that leads through commands.
 *
 * @param steps its blocks of commands, in their order
 */
record Guide(List<Step> steps) {
  /** A heading, or a block of commands. */
  private static final Pattern PART =
      Pattern.compile(
          "^## (?<heading>[^\n]*)$|^```sh\n(?<commands>.*?)^```$",
          Pattern.MULTILINE | Pattern.DOTALL);

  Guide {
    steps = List.copyOf(steps);
  }

  /** Commands that are pasted together, with the heading that they are below. */
  record Step(String heading, String commands) {}

  static Guide of(String page) {
    List<Step> steps = new ArrayList<>();
    String heading = "";
    Matcher part = PART.matcher(page);
    while (part.find()) {
      if (part.start("heading") >= 0) {
        heading = part.group("heading");
      } else {
        steps.add(new Step(heading, part.group("commands")));
      }
    }
    return new Guide(steps);
  }
}
