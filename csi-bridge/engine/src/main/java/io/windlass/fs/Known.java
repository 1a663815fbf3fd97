package io.windlass.fs;

import java.time.Duration;

/**
 * Attributes, and how long they may be believed without asking again.
 *
 * @param valid what is left of the volume's time
 */
public record Known(Attributes attributes, Duration valid) {}
