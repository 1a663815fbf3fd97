package io.windlass.test.mount;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.object.Content;
import io.windlass.object.ContentHeaders;
import io.windlass.object.ObjectProperties;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.contract.PropertiesContract;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.Programs;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What other clients gave an object, it keeps when programs change it in a mount. */
@LongForm(
    gate = {"KeptPropertiesTest", "MinioKeptPropertiesTest"},
    reason = "they show it of the engine, this of programs over a mount of its own")
@RealServer(MinioServer.class)
class MountPropertiesTest {
  private static final Logger log = LoggerFactory.getLogger(MountPropertiesTest.class);

  private static final ObjectProperties PAGE =
      new ObjectProperties(
          new ContentHeaders(
              Optional.of("text/html"),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.of("max-age=60"),
              Optional.of("Tue, 01 Jan 2030 00:00:00 GMT")),
          Map.of("class", "secret"),
          Map.of("x-amz-storage-class", "REDUCED_REDUNDANCY"),
          true);

  /** Commands by the key at which the object is afterwards. */
  private static Map<String, String> commands() {
    Map<String, String> commands = new LinkedHashMap<>();
    commands.put("append", "echo more >> append");
    commands.put("trunc", "truncate -s 5 trunc");
    commands.put("over", "echo new > over");
    commands.put("moved", "mv moved.old moved");
    commands.put("chmod", "chmod 600 chmod");
    commands.put("touch", "touch touch");
    commands.put("copy", "cp plain copy");
    commands.put(
        "attr",
        "setfattr -n user.a -v 1 attr || python3 -c"
            + " 'import os; os.setxattr(\"attr\", \"user.a\", b\"1\")'");
    commands.put("new/file", "mv old new");
    return commands;
  }

  private static String before(String key) {
    return switch (key) {
      case "moved" -> "moved.old";
      case "new/file" -> "old/file";
      default -> key;
    };
  }

  @Test
  void programsLeaveAnObjectWhatItHad(MinioServer server, @TempDir Path scratch)
      throws IOException {
    Programs.requireAll("python3"); // which a command calls
    try (TestBucket bucket = new TestBucket(server, scratch)) {
      ObjectStore objects = bucket.objects();
      PutOptions page = PutOptions.DEFAULT.withProperties(PAGE);
      Content content = Content.of("<p>hello</p>\n".getBytes(UTF_8));
      bucket.put("plain", "<p>other</p>\n");
      commands().keySet().forEach(key -> objects.put(before(key), content, page));
      try (MountedBucket mounted = MountedBucket.mount(server, bucket.uri(), scratch);
          Shell shell = new Shell()) {
        for (String command : commands().values()) {
          String failure =
              shell.failure("cd '%s' && { %s; }".formatted(mounted.directory(), command));
          assertThat(failure).isEmpty();
        }
      }
      for (String key : commands().keySet()) {
        ObjectProperties now = PropertiesContract.read(objects, key);
        log.info("{}: {} {} {}", key, now.headers(), now.tags(), now.opaque());
        PropertiesContract.assertHas(objects, key, PAGE);
      }
      bucket.delete();
    }
  }
}
