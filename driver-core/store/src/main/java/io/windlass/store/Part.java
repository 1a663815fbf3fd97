package io.windlass.store;

/**
 * A part of an upload.
 *
 * @param number from 1; parts are joined in the order of their numbers
 * @param state what the server needs to find it when the upload is completed; opaque
 * @param size in bytes
 */
public record Part(int number, String state, long size) {}
