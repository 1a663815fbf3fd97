package io.windlass.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.KeyHandle;
import io.windlass.access.Principal;
import io.windlass.registry.GrantRecord.KeyRecord;
import io.windlass.registry.GrantRecord.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class GrantRecordTest {
  private final JsonMapper json = new JsonMapper();

  @Test
  void isReadAsItWasWritten() {
    KeyGeneration generation = new KeyGeneration(2, "key.salt");
    GrantRecord record =
        new GrantRecord(
            State.READY,
            Fingerprint.of(Map.of("prefix", "a/")),
            new Principal("ba-1", List.of(), Optional.empty()),
            List.of(
                KeyRecord.toMake(new KeyGeneration(1, "")),
                new KeyRecord(
                    generation, Optional.of(new KeyHandle("AKIA")), Optional.of("sealed"))));

    assertThat(json.readValue(json.writeValueAsString(record), GrantRecord.class))
        .isEqualTo(record);
  }

  /** Written before there were handles. */
  @Test
  void aKeyWithoutAHandleIsRead() {
    KeyRecord key =
        json.readValue(
            "{\"generation\":{\"number\":1,\"derivation\":\"key.salt\"},\"sealed\":null}",
            KeyRecord.class);

    assertThat(key).isEqualTo(KeyRecord.toMake(new KeyGeneration(1, "key.salt")));
    assertThat(key.issued()).isEqualTo(IssuedKey.unknown(new KeyGeneration(1, "key.salt")));
  }
}
