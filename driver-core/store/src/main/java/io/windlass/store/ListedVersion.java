package io.windlass.store;

import io.windlass.object.Revision;
import java.time.Instant;

/**
 * Version of an object in a listing.
 *
 * @param kept whether the bucket keeps this version for certain when the object is replaced or
 *     deleted: false for an object that was written while the bucket kept no versions. Of a delete
 *     marker below another version: false if it is not certain that the object was deleted, rather
 *     than replaced, between the two
 * @param latest whether it is the version that a plain get finds
 * @param deleteMarker whether it marks the object as deleted; then its size is 0 and its revision
 *     {@link Revision#NONE}. For a server that has no delete markers, but tells when an object was
 *     deleted, the store lists one as long as the version below it exists, and deleting the marker
 *     has no effect
 */
public record ListedVersion(
    String key,
    String version,
    long size,
    Revision revision,
    Instant lastModified,
    boolean kept,
    boolean latest,
    boolean deleteMarker) {}
