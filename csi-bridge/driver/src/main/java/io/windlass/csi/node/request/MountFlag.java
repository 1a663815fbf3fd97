package io.windlass.csi.node.request;

import io.windlass.volume.MountValue;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Supported mount flags. A flag with a parameter can also be set for a whole class. */
enum MountFlag {
  UID("uid", "uid", MountValue.ID),
  GID("gid", "gid", MountValue.ID),
  FILE_MODE("file-mode", "fileMode", MountValue.MODE),
  DIR_MODE("dir-mode", "dirMode", MountValue.MODE),
  UMASK("umask", "umask", MountValue.MODE),
  METADATA_TTL("metadata-ttl", "metadataTtl", MountValue.TIME),
  COMMIT("commit", "commit", MountValue.INTERVAL),
  HOLE_LIMIT("hole-limit", "holeLimit", MountValue.SIZE),
  READ_AHEAD("read-ahead", "readAhead", MountValue.SIZE),
  MAX_READ("max-read", "maxRead", MountValue.REQUEST),
  OBJECT_METADATA("object-metadata", "objectMetadata", MountValue.SWITCH),
  OBJECT_TAGS("object-tags", "objectTags", MountValue.KEPT),
  CONTENT_TYPE("content-type", "contentType", MountValue.MEDIA_TYPE),
  SINGLE_WRITER("single-writer", "singleWriter", MountValue.SWITCH),
  CONTEXT("context", "", MountValue.CONTEXT),
  ALLOW_OTHER("allow-other", "", MountValue.SWITCH),
  NO_EXEC("noexec", "", MountValue.SWITCH),
  SYNC("sync", "", MountValue.SWITCH),
  READ_ONLY("ro", "", MountValue.SWITCH);

  private final String flag;
  private final String parameter;
  private final MountValue form;

  MountFlag(String flag, String parameter, MountValue form) {
    this.flag = flag;
    this.parameter = parameter;
    this.form = form;
  }

  static Optional<MountFlag> ofFlag(String name) {
    return Stream.of(values()).filter(each -> each.flag.equals(name)).findFirst();
  }

  /** Returns the flag of a class's or a volume's parameter; empty if the parameter is no flag. */
  static Optional<MountFlag> ofParameter(String name) {
    return Stream.of(values())
        .filter(each -> !each.parameter.isEmpty() && each.parameter.equals(name))
        .findFirst();
  }

  /** Returns the names of all flags, for an error. */
  static String list() {
    return Stream.of(values())
        .map(each -> each.isSwitch() ? each.flag : each.flag + "=")
        .collect(Collectors.joining(", "));
  }

  /** Returns whether the flag is a switch: its bare name means true. */
  boolean isSwitch() {
    return form == MountValue.SWITCH;
  }

  boolean accepts(String value) {
    return form.accepts(value);
  }

  /** Returns what a value must be, as the end of a sentence. */
  String right() {
    return form.right();
  }
}
