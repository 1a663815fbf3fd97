package io.windlass.linux;

/**
 * Credentials of the process at the other end of a socket, from the kernel (SO_PEERCRED), as they
 * were when the connection was made.
 */
public record PeerCredentials(int pid, int uid, int gid) {}
