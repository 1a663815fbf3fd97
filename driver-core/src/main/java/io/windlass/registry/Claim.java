package io.windlass.registry;

/**
 * Says who is in the middle of changing what a record describes. It is part of the record, so
 * taking it is one conditional write.
 *
 * @param owner the driver process, by where it serves: the same after a restart
 */
record Claim(String owner) {}
