package io.windlass.fs;

/**
 * A file that was opened.
 *
 * @param handle number for reading and writing, also after a restart, until it is released
 * @param keepCache whether bytes that were read through earlier handles of the node are still
 *     valid, so that a page cache need not be emptied
 * @param written whether the file was opened for writing
 */
public record OpenFile(long handle, boolean keepCache, boolean written) {}
