package io.windlass.store;

import java.util.Optional;

/**
 * A part of an upload.
 *
 * @param number from 1; parts are joined in the order of their numbers
 * @param etag what the server calls this part
 * @param size in bytes
 * @param checksum the server's checksum of it where {@link ObjectStore#completeUpload} wants it
 *     back
 */
public record Part(int number, String etag, long size, Optional<String> checksum) {}
