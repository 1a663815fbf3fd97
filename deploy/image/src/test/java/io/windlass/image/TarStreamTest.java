package io.windlass.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.testing.Programs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archives are read by the tar of this machine. */
class TarStreamTest {
  private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir Path directory;

  @Test
  void tarExtractsWhatWasPut() throws Exception {
    String deep = "a".repeat(60) + "/" + "b".repeat(60) + "/c";
    Path source = Files.write(directory.resolve("source"), new byte[1000]);
    Tree tree =
        new Tree()
            .text("bin/run", "#!/bin/true", 0755)
            .put("tmp", new Content.Folder(01777))
            .put("bin/link", new Content.Link("run"))
            .put("copy", new Content.Copy(source, 0644))
            .text(deep, "deep", 0644);

    Path extracted = extract(tree);

    Path run = extracted.resolve("bin/run");
    assertThat(run).hasContent("#!/bin/true");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run)))
        .isEqualTo("rwxr-xr-x");
    assertThat(Files.getLastModifiedTime(run).toInstant()).isEqualTo(TIME);
    assertThat(Files.readSymbolicLink(extracted.resolve("bin/link"))).hasToString("run");
    assertThat(extracted.resolve("tmp")).isDirectory();
    assertThat(extracted.resolve("copy")).hasBinaryContent(new byte[1000]);
    assertThat(extracted.resolve(deep)).hasContent("deep");
  }

  @Test
  void theOrderOfPutsDoesNotMatter() throws IOException {
    Tree one = new Tree().text("a/b", "1", 0644).text("c", "2", 0644);
    Tree other = new Tree().text("c", "2", 0644).text("a/b", "1", 0644);
    assertThat(bytes(one)).isEqualTo(bytes(other));
  }

  @Test
  void aPathThatDoesNotFitIsRefused() {
    Tree tree = new Tree().text("a".repeat(101), "", 0644);
    assertThatThrownBy(() -> bytes(tree))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("too long");
  }

  private Path extract(Tree tree) throws IOException, InterruptedException {
    Path archive = Files.write(directory.resolve("archive.tar"), bytes(tree));
    Path extracted = Files.createDirectory(directory.resolve("extracted"));
    Process tar =
        Programs.process(
                "tar", "--no-same-owner", "-xpf", archive.toString(), "-C", extracted.toString())
            .inheritIO()
            .start();
    assertThat(tar.waitFor()).isZero();
    return extracted;
  }

  private static byte[] bytes(Tree tree) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TarStream.write(tree, TIME, out);
    return out.toByteArray();
  }
}
