package io.windlass.store;

import java.time.Instant;

/**
 * One version of an object.
 *
 * @param latest whether it is what a plain get finds
 * @param deleteMarker whether it says that the object was deleted; size 0 and no etag then
 */
public record ListedVersion(
    String key,
    String version,
    long size,
    String etag,
    Instant lastModified,
    boolean latest,
    boolean deleteMarker) {}
