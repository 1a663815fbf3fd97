/** What the driver tells of itself while it runs: metrics, and how it logs. */
@NullMarked
package io.windlass.observe;

import org.jspecify.annotations.NullMarked;
