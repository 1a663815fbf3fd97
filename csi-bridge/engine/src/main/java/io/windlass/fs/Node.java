package io.windlass.fs;

import java.time.Duration;

/**
 * A file or directory that has a node id.
 *
 * @param id number of the node in all operations, also after a restart, until it is forgotten
 * @param generation unique for ever together with the id
 * @param valid how long name and attributes may be used without asking again: what is left of the
 *     time that the volume allows, so that neither is ever older than that
 */
public record Node(long id, long generation, Attributes attributes, Duration valid) {}
