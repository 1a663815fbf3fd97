package io.windlass.store;

import java.time.Instant;

/**
 * Version of an object in a listing.
 *
 * @param latest whether it is the version that a plain get finds
 * @param deleteMarker whether it marks the object as deleted; then its size is 0 and its revision
 *     {@link Revision#NONE}. For a server without delete markers, the store lists one as long as
 *     the version below it exists, and deleting the marker has no effect
 */
public record ListedVersion(
    String key,
    String version,
    long size,
    Revision revision,
    Instant lastModified,
    boolean latest,
    boolean deleteMarker) {}
