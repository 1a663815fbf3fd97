/** {@code windlass demo}: shows the driver's main job step by step, on a store of its own. */
@NullMarked
package io.windlass.cli.demo;

import org.jspecify.annotations.NullMarked;
