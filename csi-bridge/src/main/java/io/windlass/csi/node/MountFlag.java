package io.windlass.csi.node;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Mount flags that are understood. Those with a parameter can be set for a whole class, too. */
enum MountFlag {
  UID("uid", "uid", Form.ID),
  GID("gid", "gid", Form.ID),
  FILE_MODE("file-mode", "fileMode", Form.MODE),
  DIR_MODE("dir-mode", "dirMode", Form.MODE),
  METADATA_TTL("metadata-ttl", "metadataTtl", Form.TIME),
  OBJECT_METADATA("object-metadata", "objectMetadata", Form.SWITCH),
  ALLOW_OTHER("allow-other", "", Form.SWITCH),
  READ_ONLY("ro", "", Form.SWITCH);

  private static final Pattern ID = Pattern.compile("\\d{1,10}");
  private static final Pattern MODE = Pattern.compile("[0-7]{1,4}");

  private final String flag;
  private final String parameter;
  private final Form form;

  MountFlag(String flag, String parameter, Form form) {
    this.flag = flag;
    this.parameter = parameter;
    this.form = form;
  }

  private enum Form {
    ID,
    MODE,
    TIME,
    SWITCH
  }

  static Optional<MountFlag> ofFlag(String name) {
    return Stream.of(values()).filter(each -> each.flag.equals(name)).findFirst();
  }

  /** That of a parameter of a class, or of a volume; empty for parameters that are no flags. */
  static Optional<MountFlag> ofParameter(String name) {
    return Stream.of(values())
        .filter(each -> !each.parameter.isEmpty() && each.parameter.equals(name))
        .findFirst();
  }

  /** All of them, for an error. */
  static String list() {
    return Stream.of(values())
        .map(each -> each.isSwitch() ? each.flag : each.flag + "=")
        .collect(Collectors.joining(", "));
  }

  /** Whether the bare name means true. */
  boolean isSwitch() {
    return form == Form.SWITCH;
  }

  boolean accepts(String value) {
    return switch (form) {
      case ID -> ID.matcher(value).matches() && Long.parseLong(value) <= Integer.MAX_VALUE;
      case MODE -> MODE.matcher(value).matches();
      case TIME -> MountOptionsReader.time(value).isPresent();
      case SWITCH -> value.equals("true") || value.equals("false");
    };
  }

  /** What a value must be, as the end of a sentence. */
  String right() {
    return switch (form) {
      case ID -> "a number from 0 to 2147483647";
      case MODE -> "permissions in octal, like 644";
      case TIME -> "a time like 500ms, 60s or 5m";
      case SWITCH -> "true or false";
    };
  }
}
