package io.windlass.fs.read;

import io.windlass.store.ObjectStore;
import io.windlass.store.Revision;

/**
 * One version of an object, as a file is read from it.
 *
 * @param source names the store among all that a process reads from, the same in every process
 * @param revision what the object must still have when it is read
 * @param size of this version, in bytes
 */
public record ObjectVersion(
    ObjectStore store, String source, String key, Revision revision, long size) {}
