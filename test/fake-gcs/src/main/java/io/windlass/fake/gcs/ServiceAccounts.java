package io.windlass.fake.gcs;

import java.security.PublicKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The service accounts of the project: cloud.google.com/iam/docs/service-account-overview. */
final class ServiceAccounts {
  /**
   * A service account.
   *
   * @param keys public halves of its keys, by their ids
   */
  record Account(
      String email,
      String uniqueId,
      String displayName,
      String description,
      Map<String, PublicKey> keys) {}

  private final String project;
  private final NavigableMap<String, Account> all = new TreeMap<>();
  private final List<Consumer<Account>> whenDeleted = new ArrayList<>();
  private long made;

  ServiceAccounts(String project) {
    this.project = project;
  }

  /** Sets an action that runs when an account is deleted. */
  void onDelete(Consumer<Account> work) {
    whenDeleted.add(work);
  }

  String email(String accountId) {
    return accountId + "@" + project + ".iam.gserviceaccount.com";
  }

  Account create(String accountId, String displayName, String description) {
    made++;
    Account account =
        new Account(
            email(accountId), "1%020d".formatted(made), displayName, description, new HashMap<>());
    all.put(account.email(), account);
    return account;
  }

  /** Finds an account by address or unique id. */
  Optional<Account> find(String name) {
    return Optional.ofNullable(all.get(name))
        .or(() -> all.values().stream().filter(a -> a.uniqueId().equals(name)).findFirst());
  }

  NavigableMap<String, Account> all() {
    return all;
  }

  void delete(Account account) {
    all.remove(account.email());
    whenDeleted.forEach(work -> work.accept(account));
  }
}
