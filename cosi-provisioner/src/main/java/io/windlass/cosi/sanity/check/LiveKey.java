package io.windlass.cosi.sanity.check;

import io.windlass.cosi.sanity.s3.S3Session;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.Bucket;

/** A granted credential, with an S3 client that uses it. */
record LiveKey(Bucket bucket, AccessRequest request, Access access, S3Session s3) {}
