package io.windlass.cosi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.windlass.rpc.RpcRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CosiRulesTest {
  private final RpcRules rules = CosiRules.rules();

  /** A requested name is not an id, and each kind of id has a name of its own. */
  @Test
  void aCallIsAboutWhatItNames() {
    assertThat(
            rules
                .subject()
                .of(
                    io.windlass.proto.cosi.v1alpha1.DriverCreateBucketRequest.newBuilder()
                        .setName("claim-1")
                        .build()))
        .containsExactly(entry("name", "claim-1"));
    assertThat(
            rules
                .subject()
                .of(
                    io.windlass.proto.cosi.v1alpha1.DriverRevokeBucketAccessRequest.newBuilder()
                        .setBucketId("fast/b")
                        .setAccountId("a")
                        .build()))
        .containsExactly(entry("bucket", "fast/b"), entry("account", "a"));
  }

  @Test
  void theFieldsOfTheLogAreDocumented() throws IOException {
    String operations = Files.readString(Path.of("..", "docs", "OPERATIONS.md"));
    assertThat(rules.subject().fields())
        .allSatisfy(field -> assertThat(operations).contains("| `" + field.log() + "` |"));
  }
}
