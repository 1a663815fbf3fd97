/** Shows what the driver has recorded: buckets, access, volumes and snapshots. */
@NullMarked
package io.windlass.cli.records;

import org.jspecify.annotations.NullMarked;
