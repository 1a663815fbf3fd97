package io.windlass.store;

/** A key that a server issued just now: what the workload gets, and what the driver keeps. */
public record Issued(Credential credential, KeyHandle handle) {}
