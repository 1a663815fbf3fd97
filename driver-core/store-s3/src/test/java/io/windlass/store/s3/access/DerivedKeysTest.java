package io.windlass.store.s3.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.access.KeyGeneration;
import io.windlass.secret.Keyring;
import org.junit.jupiter.api.Test;

class DerivedKeysTest {
  private final Keyring ring = Keyring.parse(Keyring.generate());
  private final DerivedKeys keys = new DerivedKeys(() -> ring);

  @Test
  void theSameGenerationHasTheSameKeyAtAnyTime() {
    KeyGeneration generation = keys.generation(1);
    assertThat(keys.derive("ba-1", generation))
        .isEqualTo(new DerivedKeys(() -> ring).derive("ba-1", generation));
  }

  @Test
  void accountsGenerationsAndNewGrantsHaveOthers() {
    KeyGeneration generation = keys.generation(1);
    assertThat(keys.derive("ba-1", generation))
        .isNotEqualTo(keys.derive("ba-2", generation))
        .isNotEqualTo(keys.derive("ba-1", keys.generation(2)))
        .isNotEqualTo(keys.derive("ba-1", keys.generation(1)));
  }

  @Test
  void idsAndSecretsHaveTheFormOfAwsKeys() {
    KeyGeneration generation = keys.generation(1);
    assertThat(keys.derive("ba-1", generation).accessKeyId()).matches("WL[A-Z2-7]{18}");
    assertThat(keys.derive("ba-1", generation).secretAccessKey().reveal())
        .matches("[A-Za-z0-9_-]{40}");
  }

  @Test
  void anIdNeedsNoKeyOfTheDriver() {
    KeyGeneration generation = keys.generation(3);
    assertThat(DerivedKeys.accessKeyId("ba-1", generation))
        .isEqualTo(keys.derive("ba-1", generation).accessKeyId());
  }
}
