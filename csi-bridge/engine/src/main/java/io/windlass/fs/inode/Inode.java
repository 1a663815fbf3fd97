package io.windlass.fs.inode;

/**
 * A node as recorded in the {@link InodeTable}.
 *
 * @param parent id of the directory that contains it; 0 for the root
 * @param text text that the node adds to the key, without slash
 * @param version number that identifies the version of the object ({@code ObjectStat.version}); 0
 *     for directories and for files that are not in the bucket yet; for the root, when the table
 *     was created, in milliseconds since 1970
 * @param ino inode number that programs see
 * @param lookups lookup count of the kernel
 */
public record Inode(
    long id,
    long generation,
    long parent,
    Kind kind,
    String text,
    long version,
    long ino,
    long lookups) {}
