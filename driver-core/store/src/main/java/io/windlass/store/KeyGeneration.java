package io.windlass.store;

/**
 * Which of a principal's successive keys is meant.
 *
 * @param number from 1, one more at each rotation
 * @param derivation opaque, from {@link AccessAdmin#generation}: where the driver chooses secrets,
 *     what this one is derived from besides the account; never the same twice, so that access which
 *     was revoked and is granted anew gets another key. Empty elsewhere
 */
public record KeyGeneration(int number, String derivation) {}
