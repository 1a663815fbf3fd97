package io.windlass.cli.doctor;

import io.windlass.access.Credential;
import io.windlass.backend.Backend;
import io.windlass.cli.mount.MountedVolume;
import io.windlass.cli.scratch.Launcher;
import io.windlass.cli.scratch.Mountable;
import io.windlass.connect.BucketAddress;
import io.windlass.connect.BucketConnector;
import io.windlass.connect.BucketConnectors;
import io.windlass.error.DriverException;
import io.windlass.fuse.FuseMounts;
import io.windlass.linux.Users;
import io.windlass.mounter.VolumeMounts;
import io.windlass.mounter.run.KeeperTurn;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.object.ObjectReader;
import io.windlass.proto.mounter.Options;
import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Volume;
import io.windlass.store.GetOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Mounts the bucket of a trial for a moment, with the processes of {@code windlass mount}, in a
 * directory that has the bucket's name.
 */
final class TrialMount {
  private static final String FILE = "file-of-the-doctor";
  private static final int USER_ALONE_FILE = 0600;
  private static final int USER_ALONE_DIRECTORY = 0700;

  private final Backend backend;
  private final BucketConnectors connectors;
  private final String bucket;
  private final Path directory;
  private Optional<MountedVolume> mounted = Optional.empty();

  TrialMount(Backend backend, BucketConnectors connectors, String bucket) {
    this.backend = backend;
    this.connectors = connectors;
    this.bucket = bucket;
    this.directory = parent().resolve(bucket);
  }

  private static Path parent() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  private static Path place(Path directory) {
    return directory.resolve("mount");
  }

  private static RunDirectory run(Path directory) {
    return new RunDirectory(directory.resolve("run"));
  }

  Path place() {
    return place(directory);
  }

  /** Makes the directory, and returns why nothing can be mounted there, if that is so. */
  Optional<String> problem() throws IOException {
    try {
      Launcher _ = Launcher.current();
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    if (!run(directory).fits()) {
      return Optional.of(
          "%s is too long for the sockets of a mount: TMPDIR names another directory"
              .formatted(directory));
    }
    Files.createDirectory(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    return Mountable.problem(place());
  }

  /**
   * Mounts the bucket.
   *
   * @param caCertificate certificates that the driver trusts
   */
  void begin(Credential credential, Optional<Path> caCertificate)
      throws IOException, InterruptedException {
    BucketConnector connector = connectors.of(backend.protocol()).orElseThrow();
    BucketAddress address = connector.address(backend.locate(bucket));
    Source.Builder source =
        Source.newBuilder()
            .setBucket(address.bucket())
            .setProtocol(address.protocol().text())
            .putAllAddress(address.fields())
            .setUri(connector.uri(address, ""));
    caCertificate.ifPresent(pem -> source.setCaCertificate(pem.toAbsolutePath().toString()));
    Volume volume =
        Volume.newBuilder()
            .setId(bucket)
            .setMountPoint(place().toRealPath().toString())
            .setSource(source)
            .setOptions(
                Options.newBuilder()
                    .setUid(Users.own())
                    .setFileMode(USER_ALONE_FILE)
                    .setDirectoryMode(USER_ALONE_DIRECTORY)
                    .setObjectMetadata(true)
                    .setStaging(directory.resolve("staging").toString()))
            .build();
    mounted =
        Optional.of(
            MountedVolume.within(
                connectors,
                backend.protocol(),
                run(directory),
                new KeyedVolume(volume, Optional.of(connector.credential(credential)))));
  }

  /** Writes a file, and reads it as a file and as an object. */
  void use() throws IOException {
    byte[] text = bucket.getBytes(StandardCharsets.UTF_8);
    Path file = place().resolve(FILE);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(text);
      while (left.hasRemaining()) {
        int _ = channel.write(left);
      }
      channel.force(true);
    }
    if (!Arrays.equals(Files.readAllBytes(file), text)) {
      throw new IOException("file %s was read with other bytes than were written".formatted(file));
    }
    try (ObjectReader reader = backend.objects(bucket).get(FILE, GetOptions.ALL)) {
      if (!Arrays.equals(reader.readAll(text.length), text)) {
        throw new IOException(
            "object %s of bucket %s has other bytes than its file".formatted(FILE, bucket));
      }
    } catch (DriverException.NotFound e) {
      throw new IOException(
          "file %s was synced, and is no object of bucket %s".formatted(FILE, bucket), e);
    }
  }

  /** Unmounts, waits for the end of the processes, and removes the directory. */
  void end() throws IOException, InterruptedException {
    if (mounted.isPresent()) {
      mounted.get().unmount();
      mounted = Optional.empty();
    }
    remove(directory);
  }

  /**
   * Returns directories of mounts that were left by runs which were killed: their processes go on,
   * as those of all mounts.
   *
   * @param before when they were made at the latest
   */
  static List<Path> left(TrialName names, Instant before) throws IOException {
    try (Stream<Path> all = Files.list(parent())) {
      return all.filter(each ->
              names.made(String.valueOf(each.getFileName())).filter(before::isAfter).isPresent())
          .filter(TrialMount::isOwn)
          .toList();
    }
  }

  private static boolean isOwn(Path path) {
    try {
      return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
          && Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(Users.own());
    } catch (IOException e) {
      return false; // it has just gone
    }
  }

  /** Removes a directory of a trial; what is mounted in it first. No error if it is gone. */
  static void remove(Path directory) throws IOException, InterruptedException {
    if (Files.notExists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    boolean _ = VolumeMounts.unmount(place(directory).toAbsolutePath());
    if (!KeeperTurn.awaitEnd(run(directory)) || FuseMounts.at(place(directory)).isPresent()) {
      // What is deleted through a mount is deleted in the bucket.
      throw new IOException("the mount at %s does not end".formatted(place(directory)));
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
