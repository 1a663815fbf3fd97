package io.windlass.store;

import java.time.Instant;
import java.util.Optional;

/**
 * Multipart upload that is in progress: its parts may be sent in any order and in parallel. The
 * object is invisible until the upload is completed; its parts cost storage until it is completed
 * or aborted.
 *
 * @param state the server's identification of the upload, usable by any process; opaque
 * @param started by the server's clock; known only of uploads that were listed
 */
public record Upload(String key, String state, Optional<Instant> started) {}
