package io.windlass.fuse;

/**
 * What every request carries (struct fuse_in_header).
 *
 * @param unique names the request until it is answered, and also when it is sent again
 * @param resent whether an earlier process may have read this request already, and perhaps carried
 *     it out: what is not idempotent has to look whether it was done
 * @param node the node that the request is about; {@link #ROOT} is the root of the mount. 0 where a
 *     request is about none
 * @param uid user of the calling process, as a 32-bit number
 * @param gid group of the calling process, as a 32-bit number
 * @param pid the calling thread; 0 where the kernel asks on its own account, as in read-ahead
 */
public record RequestHeader(long unique, boolean resent, long node, int uid, int gid, int pid) {
  /** The node id of the root of every mount. */
  public static final long ROOT = 1;
}
