package io.windlass.image;

/**
 * Layer of an image, whose compressed archive is a blob of the layout.
 *
 * @param name what it holds, for the image's history
 * @param digest of the compressed archive, with its algorithm
 * @param size of the compressed archive in bytes
 * @param diffId digest of the archive before it was compressed
 * @param unpacked size of the archive in bytes before it was compressed
 */
record Layer(String name, String digest, long size, String diffId, long unpacked) {}
