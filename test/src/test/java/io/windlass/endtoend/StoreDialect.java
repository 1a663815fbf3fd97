package io.windlass.endtoend;

import io.windlass.endtoend.Protocol.Fields;
import io.windlass.endtoend.Sidecar.Access;
import java.util.Map;

/** What sidecars and workloads of one protocol of object storage look for in answers. */
interface StoreDialect {
  /** As requests of v1alpha2 have it. */
  String type();

  /** Fails unless the bucket's address is whole: what DriverCreateBucket of v1alpha1 answers. */
  void requireCreated(Fields answer);

  /** Fails unless the bucket's address, of v1alpha2, is whole and the only one. */
  void requireUsable(Fields info);

  /** The key of the only entry of v1alpha1's credentials. */
  String credentialsName();

  /** What a workload is handed by v1alpha1: these secrets of the entry. */
  WorkloadKey key(Map<String, String> secrets);

  /** What a workload is handed by v1alpha2: the answer to a grant. */
  WorkloadKey key(Fields answer);

  /** What clients call a bucket, of those in the answer to a grant. */
  String bucket(Fields bucket, WorkloadKey key);

  /** A client with this and nothing else. */
  ObjectClient client(Access access);
}
