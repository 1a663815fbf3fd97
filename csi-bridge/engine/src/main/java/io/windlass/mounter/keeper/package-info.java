/**
 * The keeper, which mounts volumes and holds their descriptors: it starts the mounter, watches it,
 * gives it the volumes, and asks it for reports.
 */
@NullMarked
package io.windlass.mounter.keeper;

import org.jspecify.annotations.NullMarked;
