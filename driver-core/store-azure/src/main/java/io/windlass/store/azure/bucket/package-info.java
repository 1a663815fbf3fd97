/** Containers: they are made and deleted, and their stored access policies are changed. */
@NullMarked
package io.windlass.store.azure.bucket;

import org.jspecify.annotations.NullMarked;
