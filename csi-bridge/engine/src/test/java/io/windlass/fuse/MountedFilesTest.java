package io.windlass.fuse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.testing.Programs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What programs do with files, on a mount of a file system in memory. */
@RealMount
@Timeout(600)
class MountedFilesTest {
  private static byte[] random(int seed, int size) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  @Test
  void filesAreWrittenAndRead(Path directory) throws Exception {
    try (Mounted mounted = Mounted.serve(directory, new MemoryFileSystem())) {
      byte[] content = random(1, 5_000_001);
      Path file = mounted.path("file");
      Files.write(file, content);
      assertThat(Files.size(file)).isEqualTo(content.length);
      assertThat(Files.readAllBytes(file)).isEqualTo(content);
      Files.write(file, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
      assertThat(Files.size(file)).isEqualTo(content.length + 3);
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        channel.write(ByteBuffer.wrap(new byte[] {7, 8, 9}), 4_000_000);
        content[4_000_000] = 7;
        content[4_000_001] = 8;
        content[4_000_002] = 9;
        channel.truncate(4_500_000);
        channel.force(true);
        ByteBuffer some = ByteBuffer.allocate(100_000);
        channel.read(some, 3_950_000);
        assertThat(some.array()).isEqualTo(Arrays.copyOfRange(content, 3_950_000, 4_050_000));
      }
      assertThat(Files.size(file)).isEqualTo(4_500_000);
    }
  }

  @Test
  void treesAreMadeMovedAndRemoved(Path directory) throws Exception {
    try (Mounted mounted = Mounted.serve(directory, new MemoryFileSystem())) {
      Path deep = Files.createDirectories(mounted.path("a/b/c"));
      Files.writeString(deep.resolve("file"), "content");
      assertThatThrownBy(() -> Files.delete(deep)).isInstanceOf(DirectoryNotEmptyException.class);
      assertThatThrownBy(() -> Files.createDirectory(deep))
          .isInstanceOf(FileAlreadyExistsException.class);
      Files.move(mounted.path("a"), mounted.path("moved"), StandardCopyOption.ATOMIC_MOVE);
      assertThat(mounted.path("moved/b/c/file")).hasContent("content");
      assertThatThrownBy(() -> Files.readString(deep.resolve("file")))
          .isInstanceOf(NoSuchFileException.class);
      Files.writeString(mounted.path("over"), "old");
      Files.move(
          mounted.path("moved/b/c/file"), mounted.path("over"), StandardCopyOption.ATOMIC_MOVE);
      assertThat(mounted.path("over")).hasContent("content");
      Files.createSymbolicLink(mounted.path("symbolic"), Path.of("over"));
      Files.createLink(mounted.path("hard"), mounted.path("over"));
      assertThat(mounted.path("symbolic")).hasContent("content");
      assertThat(Files.getAttribute(mounted.path("hard"), "unix:nlink")).isEqualTo(2);
      Files.delete(mounted.path("over"));
      assertThat(mounted.path("hard")).hasContent("content");
      Files.delete(mounted.path("moved/b/c"));
      assertThat(mounted.path("moved/b")).isEmptyDirectory();
    }
  }

  @Test
  void attributesAreSet(Path directory) throws Exception {
    try (Mounted mounted = Mounted.serve(directory, new MemoryFileSystem())) {
      Path file = Files.writeString(mounted.path("file"), "x");
      Instant time = Instant.parse("2001-02-03T04:05:06.123456789Z");
      Files.setLastModifiedTime(file, FileTime.from(time));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
      Files.setAttribute(file, "unix:uid", 1234);
      assertThat(Files.getLastModifiedTime(file).toInstant()).isEqualTo(time);
      assertThat(Files.getPosixFilePermissions(file))
          .isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
      assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(1234);
      UserDefinedFileAttributeView view =
          Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
      view.write("colour", UTF_8.encode("blue"));
      view.write("shape", ByteBuffer.wrap(random(2, 3000)));
      assertThat(view.list()).containsExactlyInAnyOrder("colour", "shape");
      assertThat(view.size("shape")).isEqualTo(3000);
      view.delete("shape");
      assertThat(view.list()).containsExactly("colour");
    }
  }

  /** More entries than one answer holds, with attributes. */
  @Test
  void largeDirectoriesAreListedWhole(Path directory) throws Exception {
    try (Mounted mounted = Mounted.serve(directory, new MemoryFileSystem())) {
      IntStream.range(0, 3000)
          .forEach(
              i -> assertThat(mounted.path("file-with-a-name-" + i).toFile().mkdir()).isTrue());
      try (Stream<Path> entries = Files.list(directory)) {
        assertThat(entries.filter(Files::isDirectory)).hasSize(3000);
      }
      Shell.Result listed = Shell.run(directory, "ls -lR . | grep -c '^drwx'; find . | wc -l");
      assertThat(listed).isEqualTo(new Shell.Result(0, "3000\n3001\n"));
    }
  }

  @Test
  void programsOfTheSystemWork(Path directory) throws Exception {
    Programs.requireAll("cmp", "diff", "fallocate", "find", "sed", "tar");
    try (Mounted _ = Mounted.serve(directory, new MemoryFileSystem())) {
      Shell.Result result =
          Shell.run(
              directory,
              """
              mkdir -p src/deep && cd src
              seq 1 100000 > numbers
              head -c 3000000 /dev/urandom > noise
              cp noise deep/copy && cmp noise deep/copy
              dd if=noise of=deep/blocks bs=7001 status=none && cmp noise deep/blocks
              dd if=noise of=deep/direct bs=65536 oflag=direct status=none 2>/dev/null || cp noise deep/direct
              cmp noise deep/direct
              truncate -s 1000 numbers && test "$(stat -c %s numbers)" = 1000
              truncate -s 5000 numbers && test "$(tail -c 4000 numbers | tr -d '\\0' | wc -c)" = 0
              fallocate -l 9000 numbers && test "$(stat -c %s numbers)" = 9000
              sed -i s/1/2/ numbers
              ln -s deep/copy link && cmp link noise
              ln noise second && test "$(stat -c %h noise)" = 2
              mv noise renamed && test ! -e noise && cmp second renamed
              mv -n second renamed && test -e second
              chmod 600 renamed && test "$(stat -c %a renamed)" = 600
              touch -d 2001-02-03 renamed && test "$(stat -c %Y renamed)" = "$(date -d 2001-02-03 +%s)"
              test "$(umask 027; mkdir masked; stat -c %a masked)" = 750
              cd .. && tar cf all.tar src && mkdir out && tar xf all.tar -C out && diff -r src out/src
              test "$(find src -type f | wc -l)" = 6
              rm -rf src out all.tar && test -z "$(ls -A)"
              df . > /dev/null
              echo fine
              """);
      assertThat(result).isEqualTo(new Shell.Result(0, "fine\n"));
    }
  }

  /** A mapping, from another process: in this one a page fault would wait for itself. */
  @Test
  void filesAreMapped(Path directory) throws Exception {
    try (Mounted mounted = Mounted.serve(directory, new MemoryFileSystem())) {
      Files.write(mounted.path("file"), random(3, 300_000));
      Process mapper = ChildJvm.start(Mapper.class, mounted.path("file"));
      assertThat(mapper.waitFor()).isZero();
      byte[] content = Files.readAllBytes(mounted.path("file"));
      assertThat(new String(content, 200_000, 6, UTF_8)).isEqualTo("mapped");
      assertThat(Files.size(mounted.path("file"))).isEqualTo(300_000);
    }
  }

  @Test
  void namesThatAreNotUtf8AreRefused(Path directory) throws Exception {
    try (Mounted mounted = Mounted.serve(directory, new MemoryFileSystem())) {
      Shell.Result result =
          Shell.run(
              directory, "touch \"$(printf 'bad\\377')\" 2>/dev/null && echo made || echo no");
      assertThat(result.output()).isEqualTo("no\n");
      assertThat(mounted.path("fine")).doesNotExist();
    }
  }

  /** Maps a file for writing. */
  static final class Mapper {
    private Mapper() {}

    public static void main(String[] arguments) throws IOException {
      try (FileChannel channel =
          FileChannel.open(
              Path.of(arguments[0]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        MappedByteBuffer map = channel.map(MapMode.READ_WRITE, 0, channel.size());
        map.put(200_000, UTF_8.encode("mapped"), 0, 6);
        map.force();
      }
    }
  }
}
