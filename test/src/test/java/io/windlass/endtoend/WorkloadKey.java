package io.windlass.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.secret.Secret;

/**
 * With what a workload reaches its buckets.
 *
 * @param server where they are
 * @param id the name of the key
 */
record WorkloadKey(String server, String id, Secret secret) {
  /** Fails unless it can be used. */
  WorkloadKey {
    assertThat(server).isNotEmpty();
    assertThat(id).isNotEmpty();
    assertThat(secret.reveal()).isNotEmpty();
  }
}
