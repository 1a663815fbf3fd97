package io.windlass.linux;

/**
 * Who is at the other end of a socket, as the kernel says (SO_PEERCRED): as it was when the
 * connection was made.
 */
public record PeerCredentials(int pid, int uid, int gid) {}
