package io.windlass.fuse.message;

/**
 * Header of every request (struct fuse_in_header).
 *
 * @param unique number of the request until it is answered, the same when it is sent again
 * @param resent whether an earlier process may have read this request already, and perhaps carried
 *     it out: a request that is not idempotent must be checked for being done already
 * @param node node that the request is about; {@link #ROOT} is the root of the mount. 0 for a
 *     request about no node
 * @param uid user of the calling process, as an unsigned 32-bit number
 * @param gid group of the calling process, as an unsigned 32-bit number
 * @param pid id of the calling thread; 0 if the kernel asks on its own account, as in read-ahead
 */
public record RequestHeader(long unique, boolean resent, long node, int uid, int gid, int pid) {
  /** Node id of the root of every mount. */
  public static final long ROOT = 1;
}
