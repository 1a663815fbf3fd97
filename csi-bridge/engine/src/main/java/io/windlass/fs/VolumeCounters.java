package io.windlass.fs;

/**
 * Counters of a volume: two since its process began, and two of the present.
 *
 * @param known questions about names and attributes that were answered from caches
 * @param asked questions for which the store was asked
 * @param nodes nodes that the kernel knows, including the root
 * @param handles open files and directories
 */
public record VolumeCounters(long known, long asked, int nodes, int handles) {}
