package io.windlass.csi;

import io.windlass.secret.Keyring;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A node as the CO knows it. Its id ends in a code that only holders of the driver's keys can make,
 * so the controller tells nodes from inventions without keeping a list of them.
 */
public record NodeName(String name) {
  /** {@code node_id} may have 256 bytes by the spec, and 192 in Kubernetes. */
  private static final int MAX_BYTES = 150;

  private static final int CODE_BYTES = 8;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final Pattern ID = Pattern.compile("(.+)\\.([0-9a-f]{12})\\.([0-9a-f]{16})");

  /**
   * Checks the form.
   *
   * @throws IllegalArgumentException when no node can be called so
   */
  public NodeName {
    if (!NAME.matcher(name).matches() || name.length() > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a node's name has at most %d letters, digits, dots, hyphens and underscores"
              .formatted(MAX_BYTES));
    }
  }

  /** The id that the node gives, and the controller believes. */
  public String id(Keyring keys) {
    return "%s.%s.%s".formatted(name, keys.current(), code(keys, keys.current(), name));
  }

  /** The node with this id; empty when no node of this driver can have given it. */
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
      // signed with a key that is not ours, or not ours any more
      return Optional.empty();
    }
  }

  private static String code(Keyring keys, String keyName, String name) {
    return HexFormat.of().formatHex(keys.derive(keyName, "csi node " + name), 0, CODE_BYTES);
  }
}
