package io.windlass.provision.iam;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What docs/OPERATIONS.md tells the owner of an account to permit to the driver. */
final class DocumentedPolicy {
  private static final Path PAGE = Path.of("docs", "OPERATIONS.md");
  private static final String SECTION = "\n## Permissions of the driver on AWS\n";
  private static final Pattern BLOCK = Pattern.compile("(?s)```json\n(.*?)```");

  private final List<InlinePolicy> policies;

  private DocumentedPolicy(List<InlinePolicy> policies) {
    this.policies = policies;
  }

  /** Reads it, for an account and for buckets of all names. */
  static DocumentedPolicy of(String account) {
    String page = page();
    int begin = page.indexOf(SECTION) + SECTION.length();
    String section = page.substring(begin, page.indexOf("\n## ", begin));
    return new DocumentedPolicy(
        BLOCK
            .matcher(section)
            .results()
            .map(MatchResult::group)
            .map(block -> block.substring(block.indexOf('{'), block.lastIndexOf('}') + 1))
            .map(text -> text.replace("ACCOUNT", account).replace("PREFIX", ""))
            .map(text -> new InlinePolicy("documented", text))
            .toList());
  }

  /** Returns the page, from whichever module of the project this runs in. */
  private static String page() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(folder.resolve(PAGE))) {
      folder = Optional.ofNullable(folder.getParent()).orElseThrow();
    }
    try {
      return Files.readString(folder.resolve(PAGE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean permits(String action, String resource, Instant now) {
    return policies.stream().anyMatch(policy -> policy.permits(action, resource, now));
  }
}
