package io.windlass.store;

/**
 * Part of a multipart upload.
 *
 * @param number from 1; parts are joined in the order of their numbers
 * @param state the server's identification of the part, needed to complete the upload; opaque
 * @param size in bytes
 */
public record Part(int number, String state, long size) {}
