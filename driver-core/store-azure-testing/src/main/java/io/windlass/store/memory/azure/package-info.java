/**
 * A proof that the contract of stores fits Azure Blob Storage, made before there is a backend for
 * it. {@link io.windlass.store.memory.azure.FakeAzure} is a fake, in memory, of the service: it
 * speaks in the service's terms, and refuses what the service refuses; each of its rules names the
 * page of the REST reference, below {@code learn.microsoft.com/rest/api/storageservices}, that it
 * is taken from. That it does what is written there says nothing of what the service does. The
 * classes named {@code AzureShaped…} are what a backend is going to look like: they keep the
 * contract over it.
 */
@NullMarked
package io.windlass.store.memory.azure;

import org.jspecify.annotations.NullMarked;
