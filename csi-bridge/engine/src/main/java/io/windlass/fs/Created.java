package io.windlass.fs;

/** A file that was created and opened. */
public record Created(Node node, OpenFile file) {}
