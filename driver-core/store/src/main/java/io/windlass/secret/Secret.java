package io.windlass.secret;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;

/**
 * A value that prints as {@code ***} wherever it might be printed by accident: string conversion,
 * log arguments, exception messages, JSON (it has no bean properties). The only way to the value is
 * {@link #reveal()}, so that every place which uses one can be found by name.
 */
public final class Secret {
  private final String value;

  private Secret(String value) {
    this.value = Objects.requireNonNull(value);
  }

  /** Wraps {@code value}, which may be empty. */
  public static Secret of(String value) {
    return new Secret(value);
  }

  /** Returns the value itself. Pass it only to the client library that needs it. */
  public String reveal() {
    return value;
  }

  /** Compares in constant time. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Secret that
        && MessageDigest.isEqual(
            value.getBytes(StandardCharsets.UTF_8), that.value.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the same number for every secret: a hash would reveal something about the value. */
  @Override
  public int hashCode() {
    return Secret.class.hashCode();
  }

  @Override
  public String toString() {
    return "***";
  }
}
