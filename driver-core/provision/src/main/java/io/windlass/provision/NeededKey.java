package io.windlass.provision;

import io.windlass.registry.GrantRecord.KeyRecord;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells which of the driver's own keys the key of an access needs, by its name. */
public final class NeededKey {
  /** Form of a derivation: the name of the key comes first. */
  private static final Pattern DERIVED = Pattern.compile("([0-9a-f]{12})\\..*");

  /** Form of a sealed credential. */
  private static final Pattern SEALED = Pattern.compile("v1\\.([0-9a-f]{12})\\..*");

  private NeededKey() {}

  /** Returns the name of the driver's key; empty if the access needs none. */
  public static Optional<String> of(KeyRecord key) {
    return first(SEALED, key.sealed().orElse(""))
        .or(() -> first(DERIVED, key.generation().derivation()));
  }

  private static Optional<String> first(Pattern form, String text) {
    Matcher matcher = form.matcher(text);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
