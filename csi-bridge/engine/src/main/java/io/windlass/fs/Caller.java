package io.windlass.fs;

/** Who makes a file, and so owns it. */
public record Caller(int uid, int gid) {}
