package io.windlass.csi.node.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.connect.BucketAddress;
import io.windlass.error.DriverException;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.proto.mounter.Options;
import io.windlass.secret.Secret;
import io.windlass.store.memory.MemoryBackend;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a mount is like, by the flags and the capability of a call. */
class MountOptionsReaderTest {
  private static Options read(Mode mode, String... flags) {
    VolumeAccess access =
        VolumeAccess.unbounded(
            new BucketAddress(MemoryBackend.PROTOCOL, "bucket", Map.of()), "", Secret.of("key"));
    return MountOptionsReader.read(new Capability(mode, List.of(flags), ""), Map.of(), access)
        .build();
  }

  /** Who may not read a file where the volume is written may not read it here, either. */
  @Test
  void readersSeeTheModesOwnersAndLinksThatWritersSee() {
    Options written = read(Mode.SINGLE_NODE_WRITER);
    for (Options read :
        List.of(read(Mode.MULTI_NODE_READER_ONLY), read(Mode.SINGLE_NODE_WRITER, "ro"))) {
      assertThat(read.getReadOnly()).isTrue();
      assertThat(read.toBuilder().setReadOnly(false).build()).isEqualTo(written);
    }
    assertThat(written.getObjectMetadata()).isTrue();
  }

  /** People copy them from one class to the next. */
  @Test
  void optionsThatHoldAnywayAreTaken() {
    assertThat(
            read(
                Mode.SINGLE_NODE_WRITER,
                "noatime",
                "nodiratime",
                "relatime",
                "nosuid",
                "nodev",
                "exec",
                "async",
                "_netdev",
                "nofail",
                "rw"))
        .isEqualTo(read(Mode.SINGLE_NODE_WRITER));
    assertThat(read(Mode.SINGLE_NODE_READER_ONLY, "rw").getReadOnly())
        .as("by its capability")
        .isTrue();
  }

  /** Each would undo what the others write. */
  @Test
  void whereSeveralNodesWriteNoneIsTheSingleWriter() {
    assertThat(read(Mode.SINGLE_NODE_WRITER, "single-writer").getSingleWriter()).isTrue();
    assertThat(read(Mode.MULTI_NODE_MULTI_WRITER).getSingleWriter()).isFalse();
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> read(Mode.MULTI_NODE_MULTI_WRITER, "single-writer"))
        .withMessageContainingAll("singleWriter", "MULTI_NODE_MULTI_WRITER");
  }

  @Test
  void theLastOfContraryFlagsCounts() {
    assertThat(read(Mode.SINGLE_NODE_WRITER, "noexec", "sync").getNoExec()).isTrue();
    assertThat(read(Mode.SINGLE_NODE_WRITER, "noexec", "sync").getSync()).isTrue();
    assertThat(read(Mode.SINGLE_NODE_WRITER, "noexec", "sync", "exec", "async"))
        .isEqualTo(read(Mode.SINGLE_NODE_WRITER));
  }

  @Test
  void optionsThatWouldHaveToBeEnforcedAreRefused() {
    for (String flag : List.of("strictatime", "suid", "noatime=1")) {
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(() -> read(Mode.SINGLE_NODE_WRITER, flag))
          .withMessageContaining("is unknown");
    }
  }
}
