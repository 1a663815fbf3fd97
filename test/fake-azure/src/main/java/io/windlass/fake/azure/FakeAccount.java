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

  /** Only in this fake: how long ago changes of containers appear to be. */
  private static final Duration BEHIND = Duration.ofMinutes(1);

  /** A limit of this fake only. */
  private static final long MOST_STORED = 512L << 20;

  private static final int KEY_BYTES = 64;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String name;
  private volatile AccountSettings settings;
  private final InstantSource clock;
  private final URI blobs;
  private final URI directories;
  private volatile byte[] key = random();
  private final byte[] second = random();
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

  /** The first key of the account. */
  public Secret key() {
    return Secret.of(Base64.getEncoder().encodeToString(key));
  }

  /** The second: "azure/storage/common/storage-account-keys-manage", both are accepted. */
  public Secret secondKey() {
    return Secret.of(Base64.getEncoder().encodeToString(second));
  }

  /** Replaces the first key, as the owner can: whatever it signed is refused from now on. */
  public void regenerateKey() {
    key = random();
  }

  /** Base URL of the account's blobs. */
  public URI endpoint() {
    return blobs.resolve("/" + name);
  }

  /** Base URL of the account's directories: of "datalakestoragegen2". */
  public URI directoriesEndpoint() {
    return directories.resolve("/" + name);
  }

  /** Returns whether one of the account's keys signed a text. */
  boolean isSigned(String text, String signature) {
    return Hmac.matches(key, text, signature) || Hmac.matches(second, text, signature);
  }

  AccountSettings settings() {
    return settings;
  }

  /** Changes the settings, as the owner of the account can; the namespace cannot be changed. */
  public void set(AccountSettings next) {
    if (next.hierarchical() != settings.hierarchical()) {
      throw new IllegalArgumentException("FAKE Azure: an account keeps its namespace");
    }
    settings = next;
  }

  Instant now() {
    return clock.instant();
  }

  /** From now on, changes of containers have the current time, as in the service. */
  public void stampAtOnce() {
    stampsAtOnce = true;
  }

  /**
   * Returns the time for a change of a container: each change is in another second, a minute ago. A
   * driver that finds a change in the current second waits for the next second, which most tests do
   * not need.
   *
   * @param last time of the previous change
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

  /** Returns a unique time in this account. */
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

  /** "delete-container", Remarks: creating it again gets 409; other operations do not find it. */
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

  /** Returns the names of the stored access policies of a container. */
  public List<String> policiesOf(String container) {
    return container(container).policies().stream().map(Container.Policy::id).toList();
  }

  /** Returns the metadata of a container. */
  public Map<String, String> metadataOf(String container) {
    return container(container).metadata();
  }

  /** Returns what "create-container" said of its encryption. */
  public Map<String, String> encryptionOf(String container) {
    return container(container).encryption();
  }

  /** Returns whether blobs of a container can be retained and held. */
  public boolean isLockable(String container) {
    return container(container).isLockable();
  }

  /** Returns for how long new blobs of a container are retained by default; zero: they are not. */
  public Duration retentionOf(String container) {
    return container(container).retention();
  }

  /** Ends all deletions of containers, so that their names can be used again. */
  public void freeNames() {
    deleting.clear();
  }

  /** Refuses a request that exceeds this fake's limit. */
  void requireRoom(long bytes) {
    stored += bytes;
    if (stored > MOST_STORED) {
      stored = bytes + containers.values().stream().mapToLong(Container::stored).sum();
    }
    if (stored > MOST_STORED) {
      throw Fault.unknown("more bytes in an account than " + MOST_STORED);
    }
  }

  /** Returns the key for these fields; the same until it is revoked. */
  byte[] issue(List<String> fields) {
    return delegationKeys.computeIfAbsent(fields, _ -> random());
  }

  Optional<byte[]> issued(List<String> fields) {
    return Optional.ofNullable(delegationKeys.get(fields));
  }

  /** Revokes all keys: "rest/api/storagerp/storage-accounts/revoke-user-delegation-keys". */
  void revokeDelegationKeys() {
    delegationKeys.clear();
  }
}
