package io.windlass.store.contract.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.access.AccessAdmin;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.store.contract.Contract;
import io.windlass.store.contract.Race;
import io.windlass.store.contract.TestBucket;
import io.windlass.store.contract.access.Workload.Outcome;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Additional contract of backends that derive secrets from a key of the driver. If the server
 * chooses the secrets, concurrent grants create several keys.
 */
public interface DerivedKeysContract extends Contract {
  @Test
  default void grantsThatRaceAgree(TestBucket bucket) throws Exception {
    AccessAdmin access = backend().access();
    Principal principal = Grants.principal(Grants.of(bucket, Grants.READ_WRITE));
    KeyGeneration key = access.generation(1);
    try {
      List<Issued> issued = Race.of(8, i -> () -> access.grant(principal, key, List.of()));

      assertThat(new HashSet<>(issued)).hasSize(1);
      new AccessChanges(backend()).awaitEffective(principal, issued.getFirst().credential());
      try (Workload workload =
          Workload.open(issued.getFirst().credential(), backend().locate(bucket.name()))) {
        assertThat(workload.list("")).isEqualTo(Outcome.ALLOWED);
      }
      assertThat(access.isLive(principal, IssuedKey.of(key, issued.getFirst()))).isTrue();
    } finally {
      access.revoke(principal, List.of(IssuedKey.unknown(key)));
    }
  }
}
