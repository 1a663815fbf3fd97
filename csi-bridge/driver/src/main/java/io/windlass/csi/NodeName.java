package io.windlass.csi;

import io.windlass.secret.Keyring;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of a node as the CO knows it. The id of the node ends in a code that only holders of the
 * driver's keys can make. By that code the controller recognises its nodes without a list of them.
 */
public record NodeName(String name) {
  /**
   * Most bytes of a name. The id adds 30 bytes, and {@code node_id} may have 256 bytes by the spec
   * and 192 in Kubernetes.
   */
  private static final int MAX_BYTES = 150;

  private static final int CODE_BYTES = 8;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final Pattern ID = Pattern.compile("(.+)\\.([0-9a-f]{12})\\.([0-9a-f]{16})");

  /**
   * Creates a name.
   *
   * @throws IllegalArgumentException when the name is malformed or too long
   */
  public NodeName {
    if (!NAME.matcher(name).matches() || name.length() > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a node's name has at most %d letters, digits, dots, hyphens and underscores"
              .formatted(MAX_BYTES));
    }
  }

  /** Returns the id that the node reports and that the controller accepts. */
  public String id(Keyring keys) {
    return "%s.%s.%s".formatted(name, keys.current(), code(keys, keys.current(), name));
  }

  /** Returns the node with this id; empty if no node of this driver can have reported the id. */
  public static Optional<NodeName> parse(String id, Keyring keys) {
    Matcher parts = ID.matcher(id);
    if (!parts.matches() || !NAME.matcher(parts.group(1)).matches()) {
      return Optional.empty();
    }
    try {
      return code(keys, parts.group(2), parts.group(1)).equals(parts.group(3))
          ? Optional.of(new NodeName(parts.group(1)))
          : Optional.empty();
    } catch (IllegalStateException e) {
      // The id was made with a key that the keyring does not have, or no longer has.
      return Optional.empty();
    }
  }

  private static String code(Keyring keys, String keyName, String name) {
    return HexFormat.of().formatHex(keys.derive(keyName, "csi node " + name), 0, CODE_BYTES);
  }
}
