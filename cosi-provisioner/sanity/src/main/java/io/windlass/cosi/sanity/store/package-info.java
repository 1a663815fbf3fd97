/** What the checks ask of a client that has a granted credential, whatever its protocol is. */
@NullMarked
package io.windlass.cosi.sanity.store;

import org.jspecify.annotations.NullMarked;
