package io.windlass.fs;

/** User and group that create a file, and own it. */
public record Caller(int uid, int gid) {}
