package io.windlass.fs.staging;

import io.windlass.backend.Backend;
import io.windlass.fs.journal.StagedId;
import io.windlass.fs.lock.WaitListener;
import io.windlass.fs.read.ReadEngine;
import io.windlass.fs.read.ReadSettings;
import io.windlass.object.ObjectProperties;
import io.windlass.secret.Keyring;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.s3.S3Backend;
import io.windlass.store.s3.S3Config;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Flavor;
import java.net.URI;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Writes files and publishes them, and counts its steps in a mapped file: begun, and done. Runs as
 * a process of its own, to be killed.
 */
final class WriterProcess {
  private WriterProcess() {}

  static StagedId id(int file) {
    return new StagedId(1, file);
  }

  static String key(int file) {
    return "files/" + file;
  }

  static Staging open(Path directory, Backend backend, String bucket, ReadEngine engine) {
    return Staging.open(
        directory.resolve("staging"),
        backend.objects(bucket),
        "test",
        backend.capabilities(),
        engine,
        settings(WriteSettings.DEFAULT),
        Quota.NONE,
        WaitListener.NONE,
        System::nanoTime);
  }

  /** With a server that is soon known to do nothing late. */
  private static WriteSettings settings(WriteSettings usual) {
    return new WriteSettings(
        usual.maxStagingBytes(),
        usual.maxHoleBytes(),
        usual.parallelParts(),
        usual.timeout(),
        usual.readTimeout(),
        usual.partBytes(),
        usual.copyBytes(),
        usual.retryFirst(),
        usual.retryMost(),
        Duration.ofSeconds(1),
        usual.dropsTags(),
        usual.timeStamp());
  }

  /** All files, those that are not there yet made. */
  static List<StagedFile> files(Staging staging) {
    for (int file = 0; file < WriterStep.FILES; file++) {
      StagedId id = id(file);
      if (staging.files().stream().noneMatch(known -> known.id().equals(id))) {
        staging.create(id, key(file), Map.of(), ObjectProperties.NONE, Workbench.NOW);
      }
    }
    return staging.files().stream()
        .sorted(Comparator.comparingLong(file -> file.id().node()))
        .toList();
  }

  /** Runs until it is killed: directory, bucket, seed, endpoint of the server. */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    Keyring keyring = Keyring.parse(Keyring.generate());
    S3Config config =
        new S3Config(
            "minio",
            S3Flavor.MINIO,
            S3Connection.to(URI.create(args[3])),
            Optional.empty(),
            new SecretDirectory(directory.resolve("secret")));
    S3Backend backend = S3Backend.open(config, () -> keyring);
    ReadEngine engine = new ReadEngine(ReadSettings.DEFAULT, Optional.empty());
    List<StagedFile> files = files(open(directory, backend, args[1], engine));
    Random random = new Random(Long.parseLong(args[2]));
    int[] sizes = files.stream().mapToInt(file -> (int) file.view().size()).toArray();
    try (FileChannel channel =
        FileChannel.open(
            directory.resolve("steps"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      MappedByteBuffer steps = channel.map(FileChannel.MapMode.READ_WRITE, 0, 8);
      for (int step = 1; ; step++) {
        WriterStep next = WriterStep.next(random, sizes);
        steps.putInt(0, step);
        next.run(files.get(next.file()));
        sizes[next.file()] = next.size(sizes[next.file()]);
        steps.putInt(4, step);
      }
    }
  }
}
