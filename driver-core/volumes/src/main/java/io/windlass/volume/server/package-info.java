/**
 * What a server does for snapshots and volumes under a claim: copies of objects, several calls at a
 * time, and its clock.
 */
@NullMarked
package io.windlass.volume.server;

import org.jspecify.annotations.NullMarked;
