package io.windlass.mounter.run;

import io.windlass.linux.DescriptorSocket;
import io.windlass.linux.LinuxException;
import io.windlass.linux.LockFile;
import io.windlass.linux.Users;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Directory in which a keeper and its mounter meet, and keep the files that must outlive either.
 * Only its owner may access it: the user of the mounter.
 *
 * @param path path of the directory, which {@linkplain #fits is short enough} for its sockets
 * @param mounterUser user of the mounter, if it may be another than that of this process
 * @param home directory with the state of the volumes: this one, or, of the {@linkplain #quarantine
 *     quarantine}, the one around it
 */
public record RunDirectory(Path path, Optional<Integer> mounterUser, Path home) {
  /** How often, and how often at most, {@link #delete} looks whether the mounter has ended. */
  private static final Duration LOOK = Duration.ofMillis(50);

  private static final int ENDING_LOOKS = 200;

  /** A directory whose mounter has the user of this process. */
  public RunDirectory(Path path) {
    this(path, Optional.empty());
  }

  /** A directory with the state of its own volumes. */
  public RunDirectory(Path path, Optional<Integer> mounterUser) {
    this(path, mounterUser, path);
  }

  /**
   * Returns the directory in which the mounter of this one, as a keeper, meets the mounter of
   * volumes in quarantine. Their state stays where it is.
   */
  public RunDirectory quarantine() {
    return new RunDirectory(path.resolve("quarantine"), mounterUser, path);
  }

  /** Returns whether this is the directory of a quarantine. */
  public boolean isQuarantine() {
    return !home.equals(path);
  }

  /**
   * Creates the directory if it is missing. Of one that is there, the mode is set.
   *
   * @throws IOException also when it belongs to another user, who could answer instead of a mounter
   *     and be told keys, or when others could put files of theirs into it and did
   */
  public RunDirectory create() throws IOException {
    new PrivateDirectory("run directory", path, user()).create();
    return this;
  }

  /**
   * Creates another directory of the mounter: nobody but the mounter's user may access it. What a
   * mounter of this process's user has left there is given to the mounter's user.
   *
   * @param what description of the directory, for messages
   * @throws IOException also when it belongs to a third user
   */
  public void createForMounter(String what, Path directory) throws IOException {
    new PrivateDirectory(what, directory, user()).create();
  }

  /** Returns the user of the mounter. */
  public int user() {
    return mounterUser.orElseGet(Users::own);
  }

  /** Takes the lock that the one mounter of this directory has as long as it lives. */
  Optional<LockFile> tryMounterLock() throws LinuxException {
    return LockFile.tryLock(path.resolve("mounter.lock"), user());
  }

  /** Takes the lock that keeper or mounter has from when it may end until it has ended. */
  public Optional<LockFile> tryStopLock() throws LinuxException {
    return LockFile.tryLock(path.resolve("stopping.lock"), user());
  }

  /** Takes the lock that the one keeper of this directory has as long as it lives. */
  Optional<LockFile> tryKeeperLock() throws LinuxException {
    return LockFile.tryLock(keeperLock(), user());
  }

  /**
   * Returns whether this lock is on the file that is there now, and not on one that was removed.
   */
  boolean isKeeperLock(LockFile lock) throws IOException {
    return lock.isOn(keeperLock());
  }

  private Path keeperLock() {
    return path.resolve("keeper.lock");
  }

  /** Returns the socket on which the mounter listens. */
  public Path mounterSocket() {
    return path.resolve("mounter.sock");
  }

  /** Returns whether the kernel takes the path of its socket. */
  public boolean fits() {
    return mounterSocket().toString().getBytes(StandardCharsets.UTF_8).length
        <= DescriptorSocket.MAX_PATH_BYTES;
  }

  /** Returns the log file of keeper and mounter, for use without a terminal. */
  public Path log() {
    return path.resolve("log");
  }

  /**
   * Returns the reason, in its own words, why the mounter that was started last did not come up;
   * empty if it left none.
   */
  public Optional<String> lastWords() throws IOException {
    Path file = lastWordsFile();
    return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
  }

  /**
   * Records why this mounter ends, for the keeper that started it.
   *
   * @param words reason without any secret
   */
  public void leaveLastWords(String words) throws IOException {
    Files.writeString(lastWordsFile(), words);
  }

  public void forgetLastWords() throws IOException {
    Files.deleteIfExists(lastWordsFile());
  }

  private Path lastWordsFile() {
    return path.resolve("mounter.failure");
  }

  /**
   * Returns the state directory of one volume: tables of inodes and handles, and the session with
   * the kernel.
   */
  public Path stateOf(String volume) {
    return volumes().resolve(volume);
  }

  /** Returns the directory with the state directories of all volumes. */
  public Path volumes() {
    return home.resolve("volumes");
  }

  /**
   * Deletes the states of all volumes but these. A process that died while it mounted or unmounted
   * has left the others.
   *
   * @param kept ids of all volumes that are mounted
   * @return ids of those whose state was deleted
   */
  public Set<String> forgetAllBut(Set<String> kept) throws IOException {
    Set<String> left = new TreeSet<>();
    try (Stream<Path> all = Files.list(volumes())) {
      all.map(state -> state.getFileName().toString())
          .filter(id -> !kept.contains(id))
          .forEach(left::add);
    } catch (NoSuchFileException e) {
      return left; // There was no volume yet.
    }
    for (String id : left) {
      forget(id);
    }
    return left;
  }

  /** Deletes the state of a volume that is no longer mounted. */
  public void forget(String volume) throws IOException {
    DirectoryRemoval.remove(home, home.relativize(stateOf(volume)));
  }

  /**
   * Deletes the directory and all files in it. Waits a moment for the mounter to end, which removes
   * its socket and may still write.
   *
   * @return false if the mounter does not end, and the directory stays
   */
  public boolean delete() throws IOException, InterruptedException {
    return delete(Optional.empty());
  }

  /** Does the same, but leaves the log, and the directory for it. */
  public boolean deleteAllButLog() throws IOException, InterruptedException {
    return delete(Optional.of(log()));
  }

  private boolean delete(Optional<Path> kept) throws IOException, InterruptedException {
    Optional<LockFile> alone = Optional.empty();
    for (int i = 0; i < ENDING_LOOKS && alone.isEmpty() && Files.exists(path); i++) {
      Thread.sleep(i == 0 ? Duration.ZERO : LOOK);
      alone = tryMounterLock();
    }
    try {
      if (alone.isEmpty() && Files.exists(path)) {
        return false;
      }
      deleteTree(path, kept);
      return true;
    } finally {
      alone.ifPresent(LockFile::close);
    }
  }

  /** Deletes what is there. Of what others delete meanwhile, nothing is said. */
  private static void deleteTree(Path root, Optional<Path> kept) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (!kept.equals(Optional.of(file))) {
              Files.deleteIfExists(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            if (kept.filter(file -> file.startsWith(directory)).filter(Files::exists).isEmpty()) {
              Files.deleteIfExists(directory);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
