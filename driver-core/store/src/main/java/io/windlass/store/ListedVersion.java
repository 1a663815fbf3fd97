package io.windlass.store;

import java.time.Instant;

/**
 * One version of an object.
 *
 * @param latest whether it is what a plain get finds
 * @param deleteMarker whether it says that the object was deleted; its size is 0 then, its revision
 *     {@link Revision#NONE}
 */
public record ListedVersion(
    String key,
    String version,
    long size,
    Revision revision,
    Instant lastModified,
    boolean latest,
    boolean deleteMarker) {}
