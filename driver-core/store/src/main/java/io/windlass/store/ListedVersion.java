package io.windlass.store;

import java.time.Instant;

/**
 * One version of an object.
 *
 * @param latest whether it is what a plain get finds
 * @param deleteMarker whether it says that the object was deleted; its size is 0 then, its revision
 *     {@link Revision#NONE}. Where the server has no such thing, it is listed for as long as the
 *     version below it is there, and to delete it does nothing
 */
public record ListedVersion(
    String key,
    String version,
    long size,
    Revision revision,
    Instant lastModified,
    boolean latest,
    boolean deleteMarker) {}
