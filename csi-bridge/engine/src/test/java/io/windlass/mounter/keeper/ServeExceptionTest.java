package io.windlass.mounter.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.error.ErrorKind;
import io.windlass.proto.mounter.Served;
import org.junit.jupiter.api.Test;

class ServeExceptionTest {
  private static ErrorKind told(String kind) {
    return ServeException.of(Served.newBuilder().setError("why").setKind(kind).build()).kind();
  }

  @Test
  void theKindIsTheOneThatTheMounterNames() {
    assertThat(ErrorKind.values())
        .allSatisfy(kind -> assertThat(told(kind.name())).isEqualTo(kind));
  }

  /** A mounter of another version may name none, or one that is not known here. */
  @Test
  void withoutAKnownKindItMayWorkLater() {
    assertThat(told("")).isEqualTo(ErrorKind.UNAVAILABLE);
    assertThat(told("NEW_KIND")).isEqualTo(ErrorKind.UNAVAILABLE);
  }
}
