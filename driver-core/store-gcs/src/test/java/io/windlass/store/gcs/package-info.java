@NullMarked
package io.windlass.store.gcs;

import org.jspecify.annotations.NullMarked;
