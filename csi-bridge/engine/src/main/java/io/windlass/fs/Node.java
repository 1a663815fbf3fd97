package io.windlass.fs;

import java.time.Duration;

/**
 * A file or directory that has an id.
 *
 * @param id stands for it in every operation, also after a restart, until it is forgotten
 * @param generation with the id unique for ever
 * @param valid how long name and attributes may be believed without asking again; what is left of
 *     the volume's time, so that nothing is older than that
 */
public record Node(long id, long generation, Attributes attributes, Duration valid) {}
