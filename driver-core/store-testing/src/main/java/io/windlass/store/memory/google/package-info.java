/**
 * A proof that the contract of stores fits Google Cloud Storage, made before there is a backend for
 * it. {@link io.windlass.store.memory.google.FakeGoogle} is a fake, in memory, of the service: it
 * speaks in the service's terms, and refuses what the service refuses; each of its rules names the
 * page of the JSON API's reference, below {@code cloud.google.com/storage/docs}, that it is taken
 * from. That it does what is written there says nothing of what the service does. The classes named
 * {@code GoogleShaped…} are what a backend is going to look like: they keep the contract over it.
 */
@NullMarked
package io.windlass.store.memory.google;

import org.jspecify.annotations.NullMarked;
