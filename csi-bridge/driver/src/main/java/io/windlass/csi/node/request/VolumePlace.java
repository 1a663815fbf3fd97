package io.windlass.csi.node.request;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads bucket and folder from a volume id, {@code backend/bucket[/folder]}, on a node, which has
 * no configured backends.
 */
final class VolumePlace {
  private static final Pattern FORM =
      Pattern.compile("[^/]+/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/([^/]+))?");

  private VolumePlace() {}

  static Optional<String> bucket(String volumeId) {
    return group(volumeId, 1);
  }

  static Optional<String> folder(String volumeId) {
    return group(volumeId, 2);
  }

  private static Optional<String> group(String volumeId, int group) {
    Matcher matcher = FORM.matcher(volumeId);
    return matcher.matches() ? Optional.ofNullable(matcher.group(group)) : Optional.empty();
  }
}
