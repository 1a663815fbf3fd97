/** The Helm charts: what they render, which values they take, and what they ask of a cluster. */
@NullMarked
package io.windlass.test.chart;

import org.jspecify.annotations.NullMarked;
