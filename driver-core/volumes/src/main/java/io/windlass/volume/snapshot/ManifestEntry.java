package io.windlass.volume.snapshot;

import java.time.Instant;
import java.util.Optional;

/**
 * One object of a snapshot.
 *
 * @param key without the prefix of its volume
 * @param version the version that is kept; empty: it was copied beside the manifest
 * @param copy number of the copy within its page, where it was copied
 * @param modified by the server's clock
 */
record ManifestEntry(String key, Optional<String> version, int copy, long size, Instant modified) {}
