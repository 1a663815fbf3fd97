package io.windlass.store.memory.azure;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;

/** A committed block blob. Nobody changes what is in the buffer. */
record FakeBlob(ByteBuffer content, String etag, Instant modified, Map<String, String> metadata) {}
