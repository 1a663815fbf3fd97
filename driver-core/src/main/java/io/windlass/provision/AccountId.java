package io.windlass.provision;

import java.util.Optional;
import java.util.regex.Pattern;

/** What callers know an access by: {@code <backend>/<account>}. */
public record AccountId(String backend, String account) {
  private static final Pattern ACCOUNT = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");

  /** Whether a text has the form of an id, rather than that of a suggested name. */
  public static boolean isId(String text) {
    return text.indexOf('/') >= 0;
  }

  /** Whether a suggested name can be an account: a DNS subdomain of at most 253 characters. */
  public static boolean isAccount(String name) {
    return ACCOUNT.matcher(name).matches();
  }

  /** Reads an id; empty for what cannot be an account of a configured backend. */
  public static Optional<AccountId> parse(String text, Sites sites) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return Optional.empty();
    }
    String backend = text.substring(0, slash);
    String account = text.substring(slash + 1);
    return sites
        .find(backend)
        .filter(site -> isAccount(account))
        .map(site -> new AccountId(backend, account));
  }

  @Override
  public String toString() {
    return backend + "/" + account;
  }
}
