package io.windlass.fs.read;

import io.windlass.object.Revision;
import io.windlass.store.ObjectStore;

/**
 * Version of an object that a file is read from.
 *
 * @param source name of the store among all that a process reads from; the same in every process
 * @param revision that the object must still have when it is read
 * @param size of this version in bytes
 */
public record ObjectVersion(
    ObjectStore store, String source, String key, Revision revision, long size) {}
