package io.windlass.test.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.store.ObjectInfo;
import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is copied within a mount is copied by the server: none of its bytes comes here. */
@RealServer(MinioServer.class)
class ServerCopyTest {
  private static final int LARGE = 24 << 20;

  /** More than the requests take that copying a file and looking at it needs. */
  private static final int FEW = 256 << 10;

  @TempDir Path scratch;

  @Test
  void cpSendsNoBytes(MinioServer server) throws IOException {
    byte[] large = Bytes.of(1, LARGE);
    try (TestBucket bucket = new TestBucket(server, scratch);
        CountingProxy proxy = new CountingProxy(server)) {
      bucket.put("large", large);
      bucket.put("other", "what is copied over");
      try (MountedBucket mounted = MountedBucket.mount(proxy.server(), bucket.uri(), scratch)) {
        Path top = mounted.directory();
        long before = proxy.bytes();
        run("cp", "--reflink=auto", top.resolve("large"), top.resolve("copy"));
        run("cp", "--reflink=auto", "-p", top.resolve("copy"), top.resolve("second"));
        run("cp", "--reflink=auto", top.resolve("large"), top.resolve("other"));
        assertThat(proxy.bytes() - before).as(mounted.log()).isLessThan(FEW);
        for (String key : List.of("copy", "second", "other")) {
          assertThat(bucket.bytes(key)).as(key).isEqualTo(large);
        }
        ObjectInfo copied = bucket.objects().head("copy");
        assertThat(copied.metadata()).containsEntry("mode", "33188");
        assertThat(bucket.objects().head("second").metadata())
            .containsEntry("mtime", copied.metadata().get("mtime"));

        run("cmp", top.resolve("large"), top.resolve("copy"));
        assertThat(proxy.bytes() - before).as("what is counted at all").isGreaterThan(LARGE);
      }
    }
  }

  @Test
  void whatTheServerCannotCopyIsCopiedByItsBytes(MinioServer server) throws IOException {
    byte[] large = Bytes.of(1, 3 << 20);
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      bucket.put("large", large);
      try (MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch)) {
        Path top = mounted.directory();
        run("sh", "-ec", "exec 3>>%s/open; echo begun >&3; cp %<s/open %<s/copy".formatted(top));
        assertThat(bucket.text("copy")).isEqualTo("begun\n");
        run("sh", "-ec", "cd %s; cat large >open; cp large open; cp open end".formatted(top));
        assertThat(bucket.bytes("end")).isEqualTo(large);
      }
    }
  }

  private static void run(Object... command) {
    Outcome outcome = Launch.of(List.of(command).stream().map(Object::toString).toList()).run();
    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
  }
}
