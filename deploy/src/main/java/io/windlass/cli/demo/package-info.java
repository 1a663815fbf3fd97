/** {@code windlass demo}: the driver's main job, told step by step on a store of its own. */
@NullMarked
package io.windlass.cli.demo;

import org.jspecify.annotations.NullMarked;
