package io.windlass.fake.azure;

import io.windlass.secret.Secret;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** A storage account of the FAKE Azure. */
public final class FakeAccount {
  /** "delete-container": its name is blocked for at least this long. */
  public static final Duration DELETING = Duration.ofSeconds(30);

  /** Of this fake alone: how long ago changes of containers seem to be. */
  private static final Duration BEHIND = Duration.ofMinutes(1);

  /** Of this fake alone. */
  private static final long MOST_STORED = 512L << 20;

  private static final int KEY_BYTES = 64;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String name;
  private volatile AccountSettings settings;
  private final InstantSource clock;
  private final URI blobs;
  private final URI directories;
  private final byte[] key = random();
  private final NavigableMap<String, Container> containers = new TreeMap<>();
  private final Map<String, Instant> deleting = new ConcurrentHashMap<>();
  private final Map<List<String>, byte[]> delegationKeys = new HashMap<>();
  private volatile boolean stampsAtOnce;
  private long stored;
  private Instant lastTick = Instant.EPOCH;
  private long etags = 0x8DE000000000000L;

  FakeAccount(
      String name, AccountSettings settings, InstantSource clock, URI blobs, URI directories) {
    this.name = name;
    this.settings = settings;
    this.clock = clock;
    this.blobs = blobs;
    this.directories = directories;
  }

  private static byte[] random() {
    byte[] bytes = new byte[KEY_BYTES];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  public String name() {
    return name;
  }

  /** A key of the account. */
  public Secret key() {
    return Secret.of(Base64.getEncoder().encodeToString(key));
  }

  /** Base URL of the account's blobs. */
  public URI endpoint() {
    return blobs.resolve("/" + name);
  }

  /** Base URL of the account's directories: of "datalakestoragegen2". */
  public URI directoriesEndpoint() {
    return directories.resolve("/" + name);
  }

  byte[] keyBytes() {
    return key;
  }

  AccountSettings settings() {
    return settings;
  }

  /** Is set to something else by its owner; it keeps its namespace. */
  public void set(AccountSettings next) {
    if (next.hierarchical() != settings.hierarchical()) {
      throw new IllegalArgumentException("FAKE Azure: an account keeps its namespace");
    }
    settings = next;
  }

  Instant now() {
    return clock.instant();
  }

  /** Lets changes of containers have the time at which they were made, as the service does. */
  public void stampAtOnce() {
    stampsAtOnce = true;
  }

  /**
   * The time of a change of a container: each in a second of its own, a while ago. A driver that
   * finds a change of this second waits for the next one, and most tests need not.
   *
   * @param last of the change before
   */
  Instant stamp(Instant last) {
    if (stampsAtOnce) {
      return now();
    }
    Instant behind = now().minus(BEHIND);
    Instant next = last.plusSeconds(1);
    return behind.isAfter(next) ? behind : next;
  }

  String nextEtag() {
    return "0x%X".formatted(++etags);
  }

  /** A time that nothing else of this account was given. */
  String nextTick() {
    Instant now = now();
    Instant next = lastTick.plusNanos(100);
    lastTick = now.isAfter(next) ? now : next;
    return Times.ticks(lastTick);
  }

  NavigableMap<String, Container> containers() {
    return containers;
  }

  Container container(String wanted) {
    return Optional.ofNullable(containers.get(wanted))
        .orElseThrow(() -> Fault.of(404, "ContainerNotFound", "blob-service-error-codes"));
  }

  /** "delete-container", Remarks: 409 for who makes it anew; all else finds none. */
  void requireNotDeleting(String wanted) {
    Instant until = deleting.getOrDefault(wanted, Instant.MIN);
    if (now().isBefore(until)) {
      throw Fault.of(409, "ContainerBeingDeleted", "delete-container");
    }
  }

  void remove(String container) {
    containers.remove(container);
    deleting.put(container, now().plus(DELETING));
  }

  /** Names of the stored access policies of a container. */
  public List<String> policiesOf(String container) {
    return container(container).policies().stream().map(Container.Policy::id).toList();
  }

  /** Ends all deletions of containers: their names can be used again. */
  public void freeNames() {
    deleting.clear();
  }

  /** Refuses what this fake has no room for. */
  void requireRoom(long bytes) {
    stored += bytes;
    if (stored > MOST_STORED) {
      stored = bytes + containers.values().stream().mapToLong(Container::stored).sum();
    }
    if (stored > MOST_STORED) {
      throw Fault.unknown("more bytes in an account than " + MOST_STORED);
    }
  }

  /** The key for these fields; the same until it is revoked. */
  byte[] issue(List<String> fields) {
    return delegationKeys.computeIfAbsent(fields, _ -> random());
  }

  Optional<byte[]> issued(List<String> fields) {
    return Optional.ofNullable(delegationKeys.get(fields));
  }

  /** All there are: "rest/api/storagerp/storage-accounts/revoke-user-delegation-keys". */
  void revokeDelegationKeys() {
    delegationKeys.clear();
  }
}
