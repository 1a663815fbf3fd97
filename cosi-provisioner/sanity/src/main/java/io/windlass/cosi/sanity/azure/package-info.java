/** A real client of Azure Blob Storage, which shows what a granted token can do. */
@NullMarked
package io.windlass.cosi.sanity.azure;

import org.jspecify.annotations.NullMarked;
