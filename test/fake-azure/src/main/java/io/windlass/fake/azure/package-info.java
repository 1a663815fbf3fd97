/**
 * A FAKE of Azure Blob Storage on the wire, for what Azurite does not enforce. Each rule names the
 * page of Microsoft's that it was taken from: pages without a path are of
 * learn.microsoft.com/rest/api/storageservices. What is in none of them is refused with 501.
 */
@NullMarked
package io.windlass.fake.azure;

import org.jspecify.annotations.NullMarked;
