package io.windlass.cosi.sanity.check;

import io.windlass.cosi.sanity.store.StoreSession;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.Bucket;

/** A granted credential, with a client that uses it. */
record LiveKey(Bucket bucket, AccessRequest request, Access access, StoreSession store) {}
