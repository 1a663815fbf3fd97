package io.windlass.fake.azure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What docs/OPERATIONS.md tells the owner of an account to give to the driver's identity.
 *
 * @param ofAccount roles on the storage account
 * @param administrates whether it may assign roles, and change managed identities
 */
record DocumentedRoles(List<Role> ofAccount, boolean administrates) {
  private static final Path PAGE = Path.of("docs", "OPERATIONS.md");
  private static final String SECTION = "\n## An identity for the driver on Azure\n";
  private static final String BLOCK = "```json\n";

  /** Assigns roles for data, and has none of them. */
  private static final String ADMINISTRATOR = "Role Based Access Control Administrator";

  /** Reads it, from whichever module of the project this runs in. */
  static DocumentedRoles read() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(folder.resolve(PAGE))) {
      folder = Optional.ofNullable(folder.getParent()).orElseThrow();
    }
    try {
      String page = Files.readString(folder.resolve(PAGE));
      int begin = page.indexOf(SECTION) + SECTION.length();
      return of(page.substring(begin, page.indexOf("\n## ", begin)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DocumentedRoles of(String section) {
    List<String> rows = section.lines().filter(line -> line.startsWith("| ")).toList();
    String json = section.substring(section.indexOf(BLOCK) + BLOCK.length());
    return new DocumentedRoles(
        Stream.concat(
                rows.stream()
                    .filter(row -> !row.contains(ADMINISTRATOR))
                    .flatMap(Role.BuiltIn::in)
                    .map(Role.BuiltIn::role),
                Stream.of(made(json.substring(0, json.indexOf("```")))))
            .toList(),
        rows.stream().anyMatch(row -> row.contains(ADMINISTRATOR))
            && rows.stream().anyMatch(row -> row.contains("Managed Identity Contributor")));
  }

  private static Role made(String json) {
    Map<?, ?> definition = Json.object(json.getBytes(StandardCharsets.UTF_8));
    List<String> actions = Json.texts(definition, "Actions");
    List<String> dataActions = Json.texts(definition, "DataActions");
    actions.forEach(each -> DataAction.require(each, false));
    dataActions.forEach(each -> DataAction.require(each, true));
    return new Role(actions, dataActions);
  }
}
