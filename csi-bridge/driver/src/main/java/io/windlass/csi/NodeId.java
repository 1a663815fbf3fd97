package io.windlass.csi;

import io.windlass.secret.SealingKey;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Id of a node as the CO knows it: its name, and the public key with which a controller seals what
 * only this node may read. So controllers need no list of the nodes.
 *
 * @param name name of the node
 * @param key public half of the node's key
 */
public record NodeId(NodeName name, SealingKey key) {
  private static final String KEY = ".key.";
  private static final Pattern ID =
      Pattern.compile(
          "(%s)%s([A-Za-z0-9_-]{%d})"
              .formatted(NodeName.PATTERN, Pattern.quote(KEY), SealingKey.CHARACTERS));

  /** Characters of an id that are not its name's. */
  static final int OTHERS = KEY.length() + SealingKey.CHARACTERS;

  /** Returns the node with this id; empty if no node of this driver can have reported the id. */
  public static Optional<NodeId> parse(String id) {
    Matcher parts = ID.matcher(id);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new NodeId(new NodeName(parts.group(1)), new SealingKey(parts.group(2))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the name of the node with this id; an id without a key is a name. */
  public static String nameIn(String id) {
    return parse(id).map(node -> node.name().name()).orElse(id);
  }

  /** Returns the id that the node reports and that a controller accepts. */
  @Override
  public String toString() {
    return name.name() + KEY + key.text();
  }
}
