/**
 * The data plane: the blobs of one container ({@link io.windlass.store.azure.object.AzureStore}).
 */
@NullMarked
package io.windlass.store.azure.object;

import org.jspecify.annotations.NullMarked;
