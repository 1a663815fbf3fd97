/**
 * The conformance suite for COSI drivers: any driver, of any revision, over its Unix socket. {@link
 * io.windlass.cosi.sanity.CosiSanity} runs the checks of {@link io.windlass.cosi.sanity.check} and
 * tells what came of them. It knows nothing of the driver that it was made beside.
 */
@NullMarked
package io.windlass.cosi.sanity;

import org.jspecify.annotations.NullMarked;
