package io.windlass.fs;

/**
 * A file that was opened.
 *
 * @param handle stands for it in reads, also after a restart, until it is released
 * @param keepCache whether what was read through earlier handles of the node is still right, so
 *     that a cache of its pages need not be emptied
 * @param written whether it was opened for writing
 */
public record OpenFile(long handle, boolean keepCache, boolean written) {}
