package io.windlass.fake.azure;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a role permits: "azure/role-based-access-control/role-definitions".
 *
 * @param actions entries for the account and its containers
 * @param dataActions entries for blobs
 */
record Role(List<String> actions, List<String> dataActions) {
  boolean permits(DataAction action) {
    return (action.isOfData() ? dataActions : actions).stream().anyMatch(action::isIn);
  }

  /**
   * "azure/role-based-access-control/built-in-roles/storage": each may delegate, beside the rest.
   */
  enum BuiltIn {
    READER(
        "Storage Blob Data Reader",
        "2a2b9908-6ea1-4ae2-8e65-a410df84e7d1",
        "containers/read",
        "containers/blobs/read"),
    CONTRIBUTOR(
        "Storage Blob Data Contributor",
        "ba92f5b4-2d11-453d-a403-e96b0029c9fe",
        "containers/read containers/write containers/delete",
        "containers/blobs/read containers/blobs/write containers/blobs/delete"
            + " containers/blobs/move/action containers/blobs/add/action"),
    OWNER(
        "Storage Blob Data Owner",
        "b7e6dc6d-f1e8-4753-8033-0f276bb0955b",
        "containers/*",
        "containers/blobs/*"),
    DELEGATOR("Storage Blob Delegator", "db58b8e5-c6ad-4a2a-8342-4190687cbf4a", "", "");

    private static final String BLOBS = "Microsoft.Storage/storageAccounts/blobServices/";

    private final String title;
    private final String id;
    private final String actions;
    private final String dataActions;

    BuiltIn(String title, String id, String actions, String dataActions) {
      this.title = title;
      this.id = id;
      this.actions = "generateUserDelegationKey/action " + actions;
      this.dataActions = dataActions;
    }

    Role role() {
      return new Role(entries(actions), entries(dataActions));
    }

    private static List<String> entries(String words) {
      return Arrays.stream(words.split(" "))
          .filter(word -> !word.isEmpty())
          .map(BLOBS::concat)
          .toList();
    }

    /** Returns the role that the id of a definition ends with. */
    static Optional<BuiltIn> ofDefinition(String definition) {
      return Arrays.stream(values()).filter(each -> definition.endsWith("/" + each.id)).findFirst();
    }

    /** Returns those that a text names. */
    static Stream<BuiltIn> in(String text) {
      return Arrays.stream(values()).filter(each -> text.contains(each.title));
    }
  }
}
