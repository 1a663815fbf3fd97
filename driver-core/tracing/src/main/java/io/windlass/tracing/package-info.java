/** Traces by OpenTelemetry. Its libraries are on the class path only when traces are turned on. */
@NullMarked
package io.windlass.tracing;

import org.jspecify.annotations.NullMarked;
