package io.windlass.provision.grant;

import io.windlass.hash.Sha256;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.SuggestedNames;
import java.util.Optional;
import java.util.regex.Pattern;

/** Id of an access, as callers know it: {@code <backend>/<account>}. */
public record AccountId(String backend, String account) {
  private static final Pattern SUGGESTED = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");

  /** Returns whether a text has the form of an id, rather than that of a suggested name. */
  public static boolean isId(String text) {
    return text.indexOf('/') >= 0;
  }

  /** Returns whether COSI may suggest this name: a DNS subdomain of at most 253 characters. */
  public static boolean isSuggestion(String name) {
    return SUGGESTED.matcher(name).matches();
  }

  /**
   * Returns the id of an access with this suggested name. A name that is too long is cut, and a
   * hash is appended.
   */
  public static AccountId of(String backend, String suggested) {
    return new AccountId(backend, SuggestedNames.fit(suggested));
  }

  /**
   * Returns the id of an access without a suggested name. It is derived from the purpose, any text.
   */
  public static AccountId derived(String backend, String kind, String purpose) {
    return new AccountId(backend, kind + "-" + Sha256.hex(purpose, 40));
  }

  /** Reads an id; empty if it cannot be an account of a configured backend. */
  public static Optional<AccountId> parse(String text, OpenBackends backends) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return Optional.empty();
    }
    String backend = text.substring(0, slash);
    String account = text.substring(slash + 1);
    return backends
        .find(backend)
        .filter(configured -> isSuggestion(account) && account.length() <= SuggestedNames.MAX)
        .map(configured -> new AccountId(backend, account));
  }

  @Override
  public String toString() {
    return backend + "/" + account;
  }
}
