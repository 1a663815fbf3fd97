package io.windlass.fs;

/**
 * Identifies a request whose effect must not happen twice.
 *
 * @param number unique among the requests of the volume, the same if the request comes again
 * @param repeated whether a process that died may have carried out the request before
 */
public record RequestId(long number, boolean repeated) {}
