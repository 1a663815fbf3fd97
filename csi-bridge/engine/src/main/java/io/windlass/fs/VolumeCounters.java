package io.windlass.fs;

/**
 * What a volume has done since its process began, and what it has now.
 *
 * @param known questions about names and attributes that were answered from what was known
 * @param asked questions that the store was asked
 * @param nodes nodes that have been given out and not given back, with the root
 * @param handles files and directories that are open
 */
public record VolumeCounters(long known, long asked, int nodes, int handles) {}
