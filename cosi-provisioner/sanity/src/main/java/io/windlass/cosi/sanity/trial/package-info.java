/**
 * What runs a check: the session with a driver, the trial of one check, what it made, and its
 * outcome.
 */
@NullMarked
package io.windlass.cosi.sanity.trial;

import org.jspecify.annotations.NullMarked;
