package io.windlass.testing;

import java.util.List;

/** What differs between the kinds of {@link Cluster}. */
sealed interface ClusterKind extends AutoCloseable permits MinioCluster, SeaweedFsCluster {
  /** Returns its name for people. */
  String title();

  /** All processes, in the order in which they are started. */
  List<ClusterMember> all();

  /** Those of them without any one of which the store goes on. */
  List<ClusterMember> replaceable();

  /** Returns within seconds whether all processes serve. */
  boolean isReady();

  /** Returns within seconds whether all that is stored is on as many disks as it should be. */
  boolean isWhole();

  /** Does what an operator does to have a disk filled again; takes at most a minute. */
  void heal();

  /** Takes a member out of what clients are led to, and ends their connections to it. */
  void left(ClusterMember member);

  /** Takes it in again. */
  void joined(ClusterMember member);

  /** Ends what stands before the processes. */
  @Override
  void close();
}
