package io.windlass.cosi.sanity.trial;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cosi.sanity.check.Checks;
import org.junit.jupiter.api.Test;

class CheckCatalogueTest {
  @Test
  void eachCheckHasItsOwnNumber() {
    assertThat(Checks.all()).extracting(Check::number).doesNotHaveDuplicates();
    assertThat(CheckCatalogue.all().values())
        .extracting(CheckCatalogue.Entry::number)
        .doesNotHaveDuplicates();
    assertThat(CheckCatalogue.all().keySet())
        .containsExactlyInAnyOrderElementsOf(Checks.all().stream().map(Check::id).toList());
  }

  /** All checks of a theme are in one hundred, so that a theme can grow. */
  @Test
  void aThemeIsInOneHundred() {
    assertThat(
            CheckCatalogue.all().values().stream()
                .collect(
                    groupingBy(
                        entry -> entry.id().substring(0, entry.id().indexOf('/')),
                        mapping(entry -> entry.number() / 100, toSet()))))
        .allSatisfy((theme, hundreds) -> assertThat(hundreds).as(theme).hasSize(1));
  }
}
