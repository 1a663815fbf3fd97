package io.windlass.cosi.sanity;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cosi.sanity.check.Checks;
import io.windlass.cosi.sanity.trial.Check;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static List<String> chosen(List<String> only, List<String> skip) {
    Selection selection = new Selection(only, skip);
    return Checks.all().stream().filter(selection::includes).map(Check::id).toList();
  }

  @Test
  void everythingUnlessToldOtherwise() {
    assertThat(chosen(List.of(), List.of())).hasSize(Checks.all().size());
  }

  @Test
  void aThemeIsAllOfItsChecks() {
    assertThat(chosen(List.of("delete"), List.of()))
        .hasSize(5)
        .allMatch(id -> id.startsWith("delete/"));
  }

  @Test
  void aStarIsAnything() {
    assertThat(chosen(List.of("*/idempotent"), List.of()))
        .containsExactly("create/idempotent", "get/idempotent", "grant/idempotent");
  }

  @Test
  void aNumberIsOneCheck() {
    assertThat(chosen(List.of("COSI-303"), List.of())).containsExactly("create/idempotent");
  }

  @Test
  void skippingWins() {
    assertThat(chosen(List.of("get", "info/shape"), List.of("*/shape")))
        .containsExactly(
            "get/idempotent", "get/missing", "get/unknown", "get/unsupported-protocol");
  }

  @Test
  void otherCharactersMeanThemselves() {
    assertThat(chosen(List.of("info.shape", "info/shap."), List.of())).isEmpty();
  }
}
