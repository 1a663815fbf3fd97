package io.windlass.linux;

import java.nio.file.Path;

/**
 * A mount, as a line of /proc/self/mountinfo or statmount(2) describes it.
 *
 * @param id id of the mount, unique while it exists
 * @param parent id of the mount that this one is mounted on
 * @param major major number of the device that stat(2) shows for files of the mount
 * @param minor minor number of that device
 * @param readOnly whether this mount is read-only; its file system may be all the same if not
 * @param noExec whether this mount runs no programs
 * @param type type of the file system, with its subtype
 * @param source source that was given at mount time
 */
public record MountPoint(
    int id,
    int parent,
    int major,
    int minor,
    Path path,
    boolean readOnly,
    boolean noExec,
    String type,
    String source) {}
