/**
 * A COSI driver over a socket and an S3 server over HTTP, both in memory, both right unless they
 * are told to be wrong in one way. Checks are tested against them.
 */
@NullMarked
package io.windlass.cosi.sanity.fake;

import org.jspecify.annotations.NullMarked;
