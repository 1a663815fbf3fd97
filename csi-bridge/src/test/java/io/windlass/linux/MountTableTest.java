package io.windlass.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MountTableTest {
  /** As in proc_pid_mountinfo(5), with a path that has a space, a backslash and a letter. */
  private static final String TEXT =
      """
      36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
      37 35 0:50 / /a\\040b\\134ü ro,nosuid,nodev shared:5 master:2 - fuse.windlass s3://b\\040c rw,user_id=0
      38 37 0:51 / /a\\040b\\134ü rw - tmpfs none rw
      """;

  @Test
  void readsLines() {
    List<MountPoint> mounts = MountTable.parse(TEXT).mounts();
    assertThat(mounts).hasSize(3);
    assertThat(mounts.get(0))
        .isEqualTo(
            new MountPoint(
                36,
                35,
                98,
                0,
                "/mnt1",
                Path.of("/mnt2"),
                List.of("rw", "noatime"),
                "ext3",
                "/dev/root",
                List.of("rw", "errors=continue")));
    assertThat(mounts.get(1).path()).isEqualTo(Path.of("/a b\\ü"));
    assertThat(mounts.get(1).source()).isEqualTo("s3://b c");
    assertThat(mounts.get(1).readOnly()).isTrue();
    assertThat(mounts.get(2).readOnly()).isFalse();
  }

  @Test
  void findsWhatIsSeen() {
    MountTable table = MountTable.parse(TEXT);
    assertThat(table.at(Path.of("/a b\\ü")))
        .hasValueSatisfying(mount -> assertThat(mount.type()).isEqualTo("tmpfs"));
    assertThat(table.at(Path.of("/a"))).isEmpty();
  }

  @Test
  void aCarriageReturnBelongsToAName() {
    String text = "38 37 0:51 / /a\rb\\012c rw - tmpfs none rw\n";
    assertThat(MountTable.parse(text).at(Path.of("/a\rb\nc"))).isPresent();
  }

  @Test
  void leavesOutWhatItCannotRead() {
    String wrong =
        """

        x 35 98:0 / /a rw - ext3 none rw
        36 35 98 / /a rw - ext3 none rw
        36 35 98:0 / /a rw ext3 none rw
        36 35 98:0 / /a rw -
        36 35 98:0 / /a\\0 rw - ext3 none rw
        36 35 98:0 / /a\\999 rw - ext3 none rw
        """;
    assertThat(MountTable.parse(wrong).mounts())
        .extracting(mount -> mount.path().toString())
        .containsExactly("/a\\0");
  }

  @Test
  void readsThatOfThisMachine() throws Exception {
    assertThat(MountTable.read().at(Path.of("/proc")))
        .hasValueSatisfying(mount -> assertThat(mount.type()).isEqualTo("proc"));
  }
}
