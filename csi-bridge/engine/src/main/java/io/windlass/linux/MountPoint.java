package io.windlass.linux;

import java.nio.file.Path;
import java.util.List;

/**
 * A line of /proc/self/mountinfo, see proc_pid_mountinfo(5).
 *
 * @param id id of the mount, unique while it exists
 * @param parent id of the mount that this one is mounted on
 * @param major major number of the device that stat(2) shows for files of the mount
 * @param minor minor number of that device
 * @param root directory of the file system that is visible at {@code path}: {@code /}, unless only
 *     a subdirectory is mounted
 * @param options options of the mount
 * @param type type of the file system, with its subtype
 * @param source source that was given at mount time
 * @param superOptions options of the file system
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
  /** Returns whether this mount is read-only. */
  public boolean readOnly() {
    return options.contains("ro");
  }
}
