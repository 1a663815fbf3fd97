package io.windlass.fs;

import java.time.Duration;

/**
 * Attributes, and how long they may be used without asking again.
 *
 * @param valid what is left of the time that the volume allows
 */
public record Known(Attributes attributes, Duration valid) {}
