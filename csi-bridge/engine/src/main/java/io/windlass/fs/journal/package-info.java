/**
 * What a staged file is on local disk: its data file, the map of what that has ({@link
 * io.windlass.fs.journal.Extents}), and its journal, which records each change as a {@link
 * io.windlass.fs.journal.StagingEvent}. {@link io.windlass.fs.journal.StagingSpace} counts the disk
 * space of all files. Fails with {@link io.windlass.fs.journal.WriteException}.
 */
@NullMarked
package io.windlass.fs.journal;

import org.jspecify.annotations.NullMarked;
