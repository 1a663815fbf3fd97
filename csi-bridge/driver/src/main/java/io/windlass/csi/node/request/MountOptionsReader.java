package io.windlass.csi.node.request;

import io.windlass.error.DriverException;
import io.windlass.mounter.volume.Permissions;
import io.windlass.proto.mounter.Options;
import io.windlass.volume.MountValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads the options of a mount. Mount flags take precedence over parameters that were changed since
 * the volume was created, and these over the parameters that it was created with.
 */
public final class MountOptionsReader {
  private static final String TTL = "60s";

  /**
   * Options of mount(8) that hold for each volume, or mean nothing here: times of access are never
   * kept, there are no devices and nobody gets the rights of a file's owner; the others are for who
   * mounts at boot.
   */
  private static final Set<String> HOLDING =
      Set.of("noatime", "nodiratime", "relatime", "nosuid", "nodev", "_netdev", "nofail");

  /** Options of mount(8) that take a flag back. */
  private static final Map<String, MountFlag> CONTRARY =
      Map.of("rw", MountFlag.READ_ONLY, "exec", MountFlag.NO_EXEC, "async", MountFlag.SYNC);

  /** The set-group-ID bit of directories: what is created in the directory belongs to its group. */
  private static final int SET_GID = 02000;

  private final Map<MountFlag, String> values = new EnumMap<>(MountFlag.class);
  private final List<String> problems = new ArrayList<>();
  private int shared;

  private MountOptionsReader() {}

  /**
   * Reads the options.
   *
   * @param context parameters of the volume; those that are no mount flags are ignored
   * @param access its tuning takes precedence over the context
   * @throws DriverException.InvalidArgument when flags are unknown or malformed; the message lists
   *     all
   */
  public static Options.Builder read(
      Capability capability, Map<String, String> context, VolumeAccess access) {
    MountOptionsReader reader = new MountOptionsReader();
    reader.parameters("volume_context", context);
    reader.parameters("publish_context", access.tuning());
    reader.group(capability.group());
    capability.flags().forEach(reader::flag);
    if (reader.bool(MountFlag.SINGLE_WRITER, false) && capability.severalWrite()) {
      reader.problems.add(
          "singleWriter is for volumes of one node: access mode %s lets several write"
              .formatted(capability.mode()));
    }
    if (!reader.problems.isEmpty()) {
      throw new DriverException.InvalidArgument(String.join("; ", reader.problems));
    }
    return reader.options(capability.readOnly() || access.readOnly());
  }

  private void parameters(String field, Map<String, String> given) {
    given.forEach((name, value) ->
        MountFlag.ofParameter(name).ifPresent(flag -> put(field + "." + name, flag, value)));
  }

  /**
   * Sets the group that owns the files. Its members may write, and what they create is the group's.
   */
  private void group(String group) {
    if (group.isEmpty()) {
      return;
    }
    if (!MountFlag.GID.accepts(group)) {
      problems.add("volume_mount_group must be a numeric group id: there are no names on nodes");
      return;
    }
    values.put(MountFlag.GID, group);
    values.put(MountFlag.UMASK, "002");
    shared = SET_GID;
  }

  private void flag(String text) {
    if (HOLDING.contains(text)) {
      return;
    }
    if (CONTRARY.containsKey(text)) {
      values.put(CONTRARY.get(text), Boolean.toString(false));
      return;
    }
    String[] parts = text.split("=", 2);
    String name = parts[0].startsWith("no-") ? parts[0].substring("no-".length()) : parts[0];
    Optional<MountFlag> flag = MountFlag.ofFlag(name);
    boolean negated = !name.equals(parts[0]);
    if (flag.isEmpty() || (negated && (!flag.get().isSwitch() || parts.length == 2))) {
      problems.add(
          "volume_capability.mount.mount_flags: '%s' is unknown; known options: %s"
              .formatted(printable(parts[0]), MountFlag.list()));
    } else if (parts.length == 2) {
      put("volume_capability.mount.mount_flags: " + name, flag.get(), unquoted(parts[1]));
    } else if (flag.get().isSwitch()) {
      values.put(flag.get(), Boolean.toString(!negated));
    } else {
      problems.add(
          "volume_capability.mount.mount_flags: %s needs a value: %s"
              .formatted(name, flag.get().right()));
    }
  }

  /** A kubelet quotes an SELinux context, as it may have commas. */
  private static String unquoted(String value) {
    return value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")
        ? value.substring(1, value.length() - 1)
        : value;
  }

  private void put(String where, MountFlag flag, String value) {
    if (flag.accepts(value)) {
      values.put(flag, value);
    } else {
      problems.add("%s must be %s".formatted(where, flag.right()));
    }
  }

  private Options.Builder options(boolean onlyRead) {
    boolean readOnly = onlyRead || bool(MountFlag.READ_ONLY, false);
    Permissions otherwise = Permissions.masked(mode(MountFlag.UMASK).orElse(Permissions.UMASK));
    Options.Builder options = Options.newBuilder();
    MountValue.size(value(MountFlag.HOLE_LIMIT, "")).ifPresent(options::setHoleLimitBytes);
    MountValue.size(value(MountFlag.READ_AHEAD, "")).ifPresent(options::setReadAheadBytes);
    MountValue.size(value(MountFlag.MAX_READ, "")).ifPresent(options::setMaxReadBytes);
    return options
        .setReadOnly(readOnly)
        .setUid(Integer.parseInt(value(MountFlag.UID, "0")))
        .setGid(Integer.parseInt(value(MountFlag.GID, "0")))
        .setFileMode(mode(MountFlag.FILE_MODE).orElse(otherwise.files()))
        .setDirectoryMode(mode(MountFlag.DIR_MODE).orElse(otherwise.directories() | shared))
        .setSeLinuxContext(value(MountFlag.CONTEXT, ""))
        .setNoExec(bool(MountFlag.NO_EXEC, false))
        .setSync(bool(MountFlag.SYNC, false))
        .setAllowOther(bool(MountFlag.ALLOW_OTHER, true))
        .setObjectMetadata(bool(MountFlag.OBJECT_METADATA, true))
        .setSingleWriter(bool(MountFlag.SINGLE_WRITER, false))
        .setDropTags(value(MountFlag.OBJECT_TAGS, "").equals(MountValue.DROP))
        .setTypesByExtension(value(MountFlag.CONTENT_TYPE, "").equals(MountValue.BY_EXTENSION))
        .setCommitIntervalMs(
            MountValue.interval(value(MountFlag.COMMIT, "0")).map(Duration::toMillis).orElseThrow())
        .setMetadataTtlMs(
            MountValue.time(value(MountFlag.METADATA_TTL, TTL))
                .map(Duration::toMillis)
                .orElseThrow());
  }

  private OptionalInt mode(MountFlag flag) {
    return MountValue.mode(value(flag, ""));
  }

  private String value(MountFlag flag, String otherwise) {
    return values.getOrDefault(flag, otherwise);
  }

  private boolean bool(MountFlag flag, boolean otherwise) {
    return Boolean.parseBoolean(value(flag, Boolean.toString(otherwise)));
  }

  /**
   * Returns a flag without control characters and of at most 64 characters, because flags may be
   * any text and errors are read in terminals.
   */
  private static String printable(String text) {
    String clean = text.replaceAll("\\p{Cntrl}", "?");
    return clean.length() <= 64 ? clean : clean.substring(0, 64) + "…";
  }
}
