package io.windlass.faults.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import io.windlass.proto.csi.NodeUnpublishVolumeRequest;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests where the fuzzer mounts. */
class CsiDialectTest {
  private static final Path SCRATCH = Path.of("/scratch/mounts");
  private static final MethodDescriptor UNPUBLISH =
      CsiDialect.METHODS.stream()
          .filter(method -> method.getName().equals("NodeUnpublishVolume"))
          .findFirst()
          .orElseThrow();

  private final CsiConsequences consequences = new CsiConsequences();
  private final CsiDialect dialect =
      new CsiDialect(
          new ValidCsiRequests(new SplittableRandom(1), "alpha", "node", SCRATCH, consequences),
          consequences,
          SCRATCH);

  @ParameterizedTest
  @ValueSource(strings = {"/", "//", "/..", "/etc/passwd", "/scratch/mounts", "/scratch/mounts/a"})
  void aPathThatWasConfinedIsNamedAgainAsItIs(String path) throws InvalidProtocolBufferException {
    Path confined = confined(path);

    assertThat(confined).startsWithRaw(SCRATCH);
    assertThat(confined(confined.toString())).isEqualTo(confined);
  }

  private Path confined(String path) throws InvalidProtocolBufferException {
    byte[] request =
        NodeUnpublishVolumeRequest.newBuilder().setTargetPath(path).build().toByteArray();
    var sent = NodeUnpublishVolumeRequest.parseFrom(dialect.harmless(UNPUBLISH, request));
    return Path.of(sent.getTargetPath()).normalize();
  }
}
