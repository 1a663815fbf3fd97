package io.windlass.access;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Protocol by which workloads reach their buckets. The module of a store brings it, once: what
 * differs from protocol to protocol, and is needed outside of that module, is asked of it.
 *
 * @param name in upper case, {@code [A-Z][A-Z0-9]{0,15}}; it is in records, and stays the same
 * @param cosi how COSI says its buckets and credentials
 */
public record Protocol(String name, CosiForm cosi) {
  private static final Pattern NAME = Pattern.compile("[A-Z][A-Z0-9]{0,15}");

  /** Throws {@link IllegalArgumentException} for a name that is not as it should be. */
  public Protocol {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("the name of a protocol is upper case: " + name);
    }
  }

  /** Returns the name in lower case, as in messages, URIs and secrets. */
  public String text() {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Returns whether this is the protocol of that name, in upper or lower case. */
  public boolean isNamed(String text) {
    return name.equalsIgnoreCase(text);
  }

  @Override
  public String toString() {
    return name;
  }
}
