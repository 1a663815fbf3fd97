package io.windlass.fs.inode;

/**
 * A node as the {@link InodeTable} keeps it.
 *
 * @param parent id of the directory it is in; 0 for the root
 * @param text what it adds to the key, without slash
 * @param version stands for the version of the object, see {@link Versions}; 0 for directories
 * @param ino what programs see as its number
 * @param lookups how often it was given out and not given back
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
