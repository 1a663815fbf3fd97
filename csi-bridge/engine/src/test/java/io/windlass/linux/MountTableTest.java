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
            new MountPoint(36, 35, 98, 0, Path.of("/mnt2"), false, false, "ext3", "/dev/root"));
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

  /** The kubelet's directory was mounted on itself after volumes were mounted below it. */
  @Test
  void whatIsHiddenIsNotSeen() {
    MountTable table =
        MountTable.parse(
            """
            29 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw
            40 29 0:50 / /kubelet/one rw - fuse.windlass s3://one/ rw
            41 29 0:51 / /kubelet/two rw - fuse.windlass s3://two/ rw
            42 29 8:1 /kubelet /kubelet rw - ext4 /dev/sda1 rw
            43 42 0:52 / /kubelet/two rw - fuse.windlass s3://two/ ro
            44 29 8:1 / /host rw - ext4 /dev/sda1 rw
            45 44 0:50 / /host/kubelet/one rw - fuse.windlass s3://one/ rw
            46 43 0:53 / /kubelet/two rw - fuse.windlass s3://two/ rw
            """);
    assertThat(table.at(Path.of("/")))
        .hasValueSatisfying(root -> assertThat(root.id()).isEqualTo(29));
    assertThat(table.at(Path.of("/kubelet/one"))).isEmpty();
    assertThat(table.at(Path.of("/kubelet/two"))).map(MountPoint::id).hasValue(46);
    assertThat(table.at(Path.of("/host/kubelet/one"))).map(MountPoint::id).hasValue(45);
    assertThat(table.mounts())
        .filteredOn(table::isSeen)
        .extracting(MountPoint::id)
        .containsExactly(29, 42, 44, 45, 46);
  }

  /** A process whose root is no mount point is not told of the mount that its root is on. */
  @Test
  void theMountOfTheRootNeedNotBeListed() {
    MountTable table =
        MountTable.parse(
            """
            41 29 0:51 / /a/b rw - tmpfs none rw
            42 41 0:52 / /a/b/c rw - fuse.windlass s3://two/ rw
            """);
    assertThat(table.at(Path.of("/a/b/c"))).map(MountPoint::id).hasValue(42);
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

  /** Whether it is the kernel that tells of one mount, or the table. */
  @Test
  void oneMountIsLookedUpLikeInTheTable() throws Exception {
    MountTable table = MountTable.read();
    for (String path : List.of("/", "/proc", "/dev", "/proc/self", "/proc/self/root", "/none/x")) {
      assertThat(MountTable.lookUp(Path.of(path))).as(path).isEqualTo(table.at(Path.of(path)));
    }
    assertThat(MountTable.lookUp(Path.of("/proc/self/root/proc"))).isEmpty();
  }
}
