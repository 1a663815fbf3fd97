package io.windlass.csi;

import java.util.regex.Pattern;

/**
 * Name of a node, which its {@linkplain NodeId id} begins with.
 *
 * @param name at most 144 letters, digits, dots, hyphens and underscores
 */
public record NodeName(String name) {
  /** {@code node_id} may have 256 bytes by the spec, and 192 in Kubernetes. */
  private static final int MAX_BYTES = 192 - NodeId.OTHERS;

  static final String PATTERN = "[A-Za-z0-9][A-Za-z0-9._-]*";

  private static final Pattern NAME = Pattern.compile(PATTERN);

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
}
