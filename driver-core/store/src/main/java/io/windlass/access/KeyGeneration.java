package io.windlass.access;

/**
 * Generation of a principal's key: identifies one of its successive keys.
 *
 * @param number from 1, one more at each rotation
 * @param derivation opaque, from {@link AccessAdmin#generation}. Where the driver chooses secrets,
 *     the secret is derived from this and the account; it is never the same twice, so that access
 *     that was revoked and is granted again gets another key. Empty elsewhere
 */
public record KeyGeneration(int number, String derivation) {}
