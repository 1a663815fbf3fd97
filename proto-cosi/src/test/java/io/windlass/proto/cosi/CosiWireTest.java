package io.windlass.proto.cosi;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.proto.WireTable;
import io.windlass.proto.cosi.rev.Revision;
import io.windlass.proto.cosi.v1alpha1.CosiV1Alpha1Proto;
import io.windlass.proto.cosi.v1alpha2.CosiV1Alpha2Proto;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every declaration of every COSI proto is the one in the tables. */
class CosiWireTest {

  @Test
  void v1alpha1() {
    assertThat(CosiV1Alpha1Proto.getDescriptor().getPackage()).isEqualTo("cosi.v1alpha1");
    assertThat(WireTable.of(CosiV1Alpha1Proto.getDescriptor())).isEqualTo(table("v1alpha1"));
  }

  @Test
  void v1alpha2IsRevisionEAndWhatTheOthersNeed() {
    assertThat(CosiV1Alpha2Proto.getDescriptor().getPackage())
        .isEqualTo("sigs.k8s.io.cosi.v1alpha2");
    assertThat(WireTable.of(CosiV1Alpha2Proto.getDescriptor()))
        .isEqualTo(change(table("rev-e"), "superset"));
  }

  @ParameterizedTest
  @EnumSource
  void revision(Revision revision) {
    assertThat(WireTable.of(revision.file())).isEqualTo(expected(revision));
  }

  private static Map<String, String> expected(Revision revision) {
    return switch (revision) {
      case E -> table("rev-e");
      case D -> change(expected(Revision.E), "rev-d");
      case C -> change(expected(Revision.D), "rev-c");
      case B -> change(expected(Revision.C), "rev-b");
      case A -> change(expected(Revision.B), "rev-a");
    };
  }

  private static Map<String, String> table(String name) {
    return WireTable.read(CosiWireTest.class, name + ".txt");
  }

  private static Map<String, String> change(Map<String, String> base, String name) {
    return WireTable.change(base, CosiWireTest.class, name + ".txt");
  }
}
