/** Tests of the fake, by Google's client and, where that hides something, by plain requests. */
@NullMarked
package io.windlass.fake.gcs;

import org.jspecify.annotations.NullMarked;
