package io.windlass.cosi.sanity;

import static io.windlass.cosi.sanity.wire.ApiRevision.A;
import static io.windlass.cosi.sanity.wire.ApiRevision.B;
import static io.windlass.cosi.sanity.wire.ApiRevision.C;
import static io.windlass.cosi.sanity.wire.ApiRevision.D;
import static io.windlass.cosi.sanity.wire.ApiRevision.E;
import static io.windlass.cosi.sanity.wire.ApiRevision.V1ALPHA1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class RevisionChoiceTest {
  @Test
  void autoIsWhatTheDriverSeemsToServe() {
    assertThat(RevisionChoice.parse("auto").of(List.of(V1ALPHA1, D))).containsExactly(V1ALPHA1, D);
  }

  @Test
  void allIsEveryRevisionOfTheVersionsServed() {
    RevisionChoice all = RevisionChoice.parse("all");
    assertThat(all.of(List.of(V1ALPHA1))).containsExactly(V1ALPHA1);
    assertThat(all.of(List.of(C))).containsExactly(A, B, C, D, E);
    assertThat(all.of(List.of(V1ALPHA1, E))).containsExactly(V1ALPHA1, A, B, C, D, E);
  }

  @Test
  void othersAreNamed() {
    assertThat(RevisionChoice.parse("v1alpha1,b,E").of(List.of(C))).containsExactly(V1ALPHA1, B, E);
  }

  @Test
  void whatIsNoRevisionIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RevisionChoice.parse("A,F"))
        .withMessage("'F' is no revision: auto, all, v1alpha1, A, B, C, D or E");
  }
}
