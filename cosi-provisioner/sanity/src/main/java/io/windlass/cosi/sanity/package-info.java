/**
 * The conformance suite for COSI drivers: tests any driver, of any revision, over its Unix socket.
 * {@link io.windlass.cosi.sanity.CosiSanity} runs the checks of {@link
 * io.windlass.cosi.sanity.check} and reports their outcomes. The suite knows nothing of this
 * project's own driver.
 */
@NullMarked
package io.windlass.cosi.sanity;

import org.jspecify.annotations.NullMarked;
