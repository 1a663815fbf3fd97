package io.windlass.fs;

/**
 * Names a request whose effect must not happen twice.
 *
 * @param number unique among the requests of the volume, the same if it comes again
 * @param repeated whether it may have been carried out before by a process that died then
 */
public record RequestId(long number, boolean repeated) {}
