package io.windlass.linux;

import java.nio.file.Path;
import java.util.List;

/**
 * A line of /proc/self/mountinfo, as proc_pid_mountinfo(5) describes it.
 *
 * @param id names the mount until it is gone
 * @param parent the id of the mount that this one is on
 * @param major with {@code minor} the device, as stat(2) gives it of files on it
 * @param root the directory of the file system that is seen at {@code path}: {@code /}, unless only
 *     a part is mounted there
 * @param options of the mount
 * @param type of the file system, with its subtype
 * @param source what was said to be mounted
 * @param superOptions of the file system
 */
public record MountPoint(
    int id,
    int parent,
    int major,
    int minor,
    String root,
    Path path,
    List<String> options,
    String type,
    String source,
    List<String> superOptions) {
  /** Whether this mount can only be read. */
  public boolean readOnly() {
    return options.contains("ro");
  }
}
