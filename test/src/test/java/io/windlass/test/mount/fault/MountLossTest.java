package io.windlass.test.mount.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.test.mount.MountedBucket;
import io.windlass.test.mount.TestBucket;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.Programs;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The bucket, the key or the server goes away while programs use the mount. Whatever a program does
 * then, it does all of it and right, or it fails: nobody takes the loss for an empty directory or a
 * file that is not there.
 */
@RealServer(MinioServer.class)
@Execution(ExecutionMode.CONCURRENT) // each waits for a server that does not answer
@LongForm(gate = "MountServerFaultTest.programsAreTold", reason = "caches get too old in real time")
class MountLossTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Directories of two files each. */
  private static final List<String> DIRECTORIES = List.of("", "a/", "b/c/");

  /** In how many places each program is interrupted, by each fault. */
  private static final int POINTS = Integer.getInteger("windlass.mount.points", 2);

  @TempDir Path scratch;

  /**
   * A program that reads the tree, as a script for sh. {@code $M} is the mount and {@code $L} a
   * local directory. What it prints is the same whenever it sees all of the tree.
   */
  private enum Reader {
    LS("ls -R $M"),
    FIND("find $M -type f > $L/found && sort $L/found"),
    TAR("tar -C $M -cf $L/tar . && tar -tf $L/tar | sort && tar -xOf $L/tar | cksum"),
    RSYNC("rsync -a --delete $M/ $L/backup"),
    GIT_ADD("git --git-dir=$L/git --work-tree=$M add -A && git --git-dir=$L/git ls-files -s"),
    GIT_STATUS("git --git-dir=$L/git --work-tree=$M status --porcelain"),
    GIT_FSCK("git --git-dir=$M/git fsck --full && git --git-dir=$M/git log --oneline --stat");

    private final String script;

    Reader(String script) {
      this.script = script;
    }
  }

  /** Action that takes something away from the mount. */
  private interface Loss {
    void happen();
  }

  @Test
  void theBucketIsDeleted(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      lose(server, bucket, bucket::delete);
    }
  }

  @Test
  void theKeyIsRevoked(MinioServer server) throws IOException {
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      lose(server, bucket, bucket::revokeKeys);
    }
  }

  @Test
  void theServerIsStopped(PrivateServer<MinioServer> minio) throws IOException {
    try (TestBucket bucket = new TestBucket(minio.server(), scratch)) {
      lose(minio.server(), bucket, minio::kill);
    }
  }

  /** All caches are warm when it happens; later they are too old. */
  private void lose(MinioServer server, TestBucket bucket, Loss loss) throws IOException {
    fill(bucket);
    try (MountedBucket mounted =
        MountedBucket.mountWithItsKey(server, bucket, scratch, "--metadata-ttl", "2s")) {
      Map<Reader, String> all = seen(mounted);
      loss.happen();
      List<String> wrong = new ArrayList<>();
      for (Reader reader : Reader.values()) {
        check("at once", reader, mounted, all, wrong);
      }
      await()
          .atMost(PATIENCE)
          .until(
              () -> run(Reader.LS, mounted),
              outcome -> outcome.status() != 0 || !outcome.out().equals(all.get(Reader.LS)));
      for (Reader reader : Reader.values()) {
        check("later", reader, mounted, all, wrong);
      }
      assertThat(wrong).as(mounted.log()).isEmpty();
    }
  }

  /** The server answers so many requests of a program as it should, and none that comes after. */
  @Test
  void itHappensInTheMiddle(MinioServer server) throws IOException {
    try (FaultProxy proxy = new FaultProxy(server);
        TestBucket bucket = new TestBucket(server, scratch)) {
      fill(bucket);
      try (MountedBucket mounted =
          MountedBucket.mount(
              proxy.server(), bucket.uri(), scratch, "--metadata-ttl", "0", "--read-only")) {
        Map<Reader, String> all = seen(mounted);
        List<String> wrong = new ArrayList<>();
        for (Reader reader : List.of(Reader.FIND, Reader.TAR, Reader.RSYNC, Reader.GIT_ADD)) {
          long before = proxy.seen();
          check("undisturbed", reader, mounted, all, wrong);
          long requests = proxy.seen() - before;
          for (Fault fault : List.of(Fault.BUCKET_GONE, Fault.PAGE_NOT_FOUND)) {
            for (long passing = 0; passing < requests; passing += 1 + requests / POINTS) {
              proxy.startBehind(passing, fault);
              check(fault + " behind " + passing, reader, mounted, all, wrong);
              proxy.stop();
            }
          }
        }
        assertThat(proxy.spoiled()).isPositive();
        assertThat(wrong).as(mounted.log()).isEmpty();
      }
    }
  }

  /** Returns the output of each reader before the loss. */
  private Map<Reader, String> seen(MountedBucket mounted) throws IOException {
    Files.createDirectories(local());
    assertThat(
            sh("git init -q $L/work && mv $L/work/.git $L/git && mkdir $L/backup", mounted)
                .status())
        .isZero();
    Map<Reader, String> all = new EnumMap<>(Reader.class);
    for (Reader reader : Reader.values()) {
      Outcome outcome = run(reader, mounted);
      assertThat(outcome.status()).as(reader + outcome.err()).isZero();
      all.put(reader, outcome.out());
    }
    assertThat(backup()).isGreaterThan(2L * DIRECTORIES.size());
    return all;
  }

  private void check(
      String when,
      Reader reader,
      MountedBucket mounted,
      Map<Reader, String> all,
      List<String> wrong)
      throws IOException {
    long saved = backup();
    Outcome outcome = run(reader, mounted);
    if (outcome.status() == 0 && !outcome.out().equals(all.get(reader))) {
      wrong.add("%s, %s succeeded with %s%s".formatted(when, reader, outcome.out(), outcome.err()));
    }
    if (backup() != saved) {
      wrong.add("%s, %s left %d of %d files".formatted(when, reader, backup(), saved));
    }
  }

  private long backup() throws IOException {
    try (var all = Files.walk(local().resolve("backup"))) {
      return all.filter(Files::isRegularFile).count();
    }
  }

  /** The tree, and beside it a repository. */
  private void fill(TestBucket bucket) throws IOException {
    for (String directory : DIRECTORIES) {
      for (String name : List.of("one", "two")) {
        bucket.put(directory + name, "this is " + directory + name);
      }
    }
    Programs.requireAll("git", "rsync", "tar", "find");
    Path git = scratch.resolve("made");
    Outcome made =
        Launch.of(
                List.of(
                    "sh",
                    "-ec",
                    """
                    git init -q --bare "$0"
                    tree=$(echo content | git --git-dir="$0" hash-object -w --stdin)
                    tree=$(printf '100644 blob %s\\tfile\\n' "$tree" | git --git-dir="$0" mktree)
                    git --git-dir="$0" -c user.name=n -c user.email=e commit-tree -m one "$tree" \\
                      > "$0/refs/heads/main"
                    git --git-dir="$0" symbolic-ref HEAD refs/heads/main
                    rm -r "$0/hooks" "$0/info" "$0/description"
                    """,
                    git.toString()))
            .run();
    assertThat(made.status()).as(made.err()).isZero();
    try (var all = Files.walk(git)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        bucket.put("git/" + git.relativize(file), Files.readAllBytes(file));
      }
    }
  }

  private Path local() {
    return scratch.resolve("local");
  }

  private Outcome run(Reader reader, MountedBucket mounted) {
    return sh(reader.script, mounted);
  }

  private Outcome sh(String script, MountedBucket mounted) {
    return Launch.of(List.of("sh", "-c", script))
        .with("M", mounted.directory().toString())
        .with("L", local().toString())
        .with("GIT_CONFIG_GLOBAL", "/dev/null")
        .run();
  }
}
