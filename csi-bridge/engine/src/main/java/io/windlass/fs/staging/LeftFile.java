package io.windlass.fs.staging;

import java.nio.file.Path;

/**
 * A file that a staging directory holds and the bucket does not have.
 *
 * @param key key of its object; if it is kept aside, as its name on local disk has it
 * @param bytes bytes that the bucket does not have; if it is kept aside, all of its size
 * @param aside whether it met a newer object of another client, and is kept aside: it is not sent
 *     any more
 * @param data file on local disk with the bytes that were written
 */
public record LeftFile(String key, long bytes, boolean aside, Path data) {}
