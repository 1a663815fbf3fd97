package io.windlass.volume;

import io.windlass.provision.Parameter;
import io.windlass.provision.ParameterReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Parameters of a StorageClass that say how its volumes are mounted. The controller checks them and
 * passes them on as they were written; the node reads them.
 */
public final class MountParameters {
  private static final Parameter METADATA_TTL =
      new Parameter(
          "metadataTtl",
          "like 500ms, 30s, 5m; at most 1440m",
          "60s",
          "How long names and attributes are cached, which another node may change meanwhile.");

  /**
   * All mount parameters of a StorageClass. A volume keeps their values for all its life; only for
   * those in {@link #CHANGEABLE} can a VolumeAttributesClass set other values.
   */
  public static final List<Parameter> ALL =
      List.of(
          new Parameter("uid", "0 to 2147483647", "0", "Owner of files whose objects store none."),
          new Parameter("gid", "0 to 2147483647", "0", "Group of files whose objects store none."),
          new Parameter(
              "umask",
              "octal, 0 to 7777",
              "022",
              "Permissions that are removed from files and directories whose objects store no"
                  + " mode."),
          new Parameter(
              "fileMode",
              "octal, 0 to 7777",
              "666 without the mask",
              "Permissions of files whose objects store no mode."),
          new Parameter(
              "dirMode",
              "octal, 0 to 7777",
              "777 without the mask",
              "Permissions of directories whose objects store no mode."),
          new Parameter(
              "objectMetadata",
              "true, false",
              "true",
              "Whether modes, owners, times and symbolic links are kept in the metadata of"
                  + " objects."),
          new Parameter(
              "objectTags",
              "keep, drop",
              "keep",
              "What happens to the tags of an object that is changed, where the volume's key may"
                  + " not read them: keep refuses the change, drop loses the tags."),
          new Parameter(
              "contentType",
              "none, extension",
              "none",
              "Where a new file gets its content type from: the server's default, or the extension"
                  + " of its name."),
          new Parameter(
              "singleWriter",
              "true, false",
              "false",
              "Whether nothing but the volume's one mount writes to its bucket, so that its server"
                  + " need not keep conditions."),
          METADATA_TTL,
          new Parameter(
              "commit",
              "0, or a time from 5s to 1440m; without a unit, seconds",
              "0: never",
              "How often what programs have written to files that they have open is published, as"
                  + " fsync does."),
          new Parameter(
              "holeLimit",
              "a size like 64Gi",
              "64Gi",
              "Most zeros by which truncate, or a write far behind the end, may make a file longer"
                  + " before it is synced."),
          new Parameter(
              "readAhead",
              "a size like 4Mi",
              "1Mi",
              "How far the kernel reads ahead of a program that reads a file in order."),
          new Parameter(
              "maxRead",
              "a size from 4Ki to 1Mi",
              "1Mi",
              "Most bytes that the kernel reads at once."));

  /** Mount parameters that can be changed during the life of a volume. */
  public static final List<Parameter> CHANGEABLE = List.of(METADATA_TTL);

  private MountParameters() {}

  /**
   * Reads those of the {@code known} parameters that were given. Returns their values as they were
   * written.
   */
  static Map<String, String> read(ParameterReader reader, List<Parameter> known) {
    Map<String, String> given = new TreeMap<>();
    for (Parameter parameter : known) {
      MountValue form = value(parameter.name());
      reader
          .read(
              parameter.name(), parameter.values(), text -> Optional.of(text).filter(form::accepts))
          .ifPresent(value -> given.put(parameter.name(), value));
    }
    return given;
  }

  private static MountValue value(String name) {
    return switch (name) {
      case "uid", "gid" -> MountValue.ID;
      case "umask", "fileMode", "dirMode" -> MountValue.MODE;
      case "objectMetadata", "singleWriter" -> MountValue.SWITCH;
      case "objectTags" -> MountValue.KEPT;
      case "contentType" -> MountValue.MEDIA_TYPE;
      case "metadataTtl" -> MountValue.TIME;
      case "commit" -> MountValue.INTERVAL;
      case "holeLimit", "readAhead" -> MountValue.SIZE;
      case "maxRead" -> MountValue.REQUEST;
      default -> throw new IllegalArgumentException(name);
    };
  }
}
