package io.windlass.fs;

/** A file that was made and opened. */
public record Created(Node node, OpenFile file) {}
