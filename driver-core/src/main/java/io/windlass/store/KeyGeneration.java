package io.windlass.store;

/**
 * Which of a principal's successive keys is meant.
 *
 * @param number from 1, one more at each rotation
 * @param derivation the driver key that secrets of this generation are derived from, where the
 *     backend lets the driver choose them: {@link io.windlass.secret.Keyring} finds it by this
 *     name; empty elsewhere
 */
public record KeyGeneration(int number, String derivation) {}
