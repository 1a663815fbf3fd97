package io.windlass.store;

import java.time.Instant;
import java.util.Optional;

/**
 * An object in the making, of parts that may be sent in any order and in parallel. It is invisible
 * until it is completed, and costs storage until it is completed or aborted.
 *
 * @param state what the server needs to go on with it, from any process; opaque
 * @param started by the server's clock; known only of uploads that were listed
 */
public record Upload(String key, String state, Optional<Instant> started) {}
