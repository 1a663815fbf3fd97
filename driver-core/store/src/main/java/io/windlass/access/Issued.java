package io.windlass.access;

/**
 * Key that a server has just issued: the credential for the workload, and the handle that the
 * driver keeps.
 */
public record Issued(Credential credential, KeyHandle handle) {}
