/** Tests of the alerts and the dashboard, with a real Prometheus. */
@NullMarked
package io.windlass.test.monitoring;

import org.jspecify.annotations.NullMarked;
