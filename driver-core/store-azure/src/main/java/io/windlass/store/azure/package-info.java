/**
 * Azure Blob Storage, over the Azure SDK: data ({@link io.windlass.store.azure.AzureStore}) and
 * containers ({@link io.windlass.store.azure.AzureBuckets}).
 */
@NullMarked
package io.windlass.store.azure;

import org.jspecify.annotations.NullMarked;
