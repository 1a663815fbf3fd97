/**
 * Azure Blob Storage, over the Azure SDK: data ({@link io.windlass.store.azure.AzureStore}),
 * containers ({@link io.windlass.store.azure.AzureBuckets}) and access to them ({@link
 * io.windlass.store.azure.AzureAccess}).
 */
@NullMarked
package io.windlass.store.azure;

import org.jspecify.annotations.NullMarked;
