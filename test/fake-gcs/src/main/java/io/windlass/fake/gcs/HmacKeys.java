package io.windlass.fake.gcs;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** HMAC keys of service accounts: cloud.google.com/storage/docs/authentication/hmackeys. */
final class HmacKeys {
  /** State of a key; a deleted key stays deleted. */
  enum KeyState {
    ACTIVE,
    INACTIVE,
    DELETED
  }

  /**
   * A state that was set.
   *
   * @param hurried how much earlier it takes effect
   */
  private record Change(KeyState state, Instant since, Duration hurried) {
    static Change of(KeyState state, Instant since) {
      return new Change(state, since, Duration.ZERO);
    }
  }

  /** A key. */
  static final class Key {
    private final String accessId;
    private final String secret;
    private final ServiceAccounts.Account account;
    private final List<Change> changes = new ArrayList<>();
    private final Replicas replicas = new Replicas();

    private Key(String accessId, String secret, ServiceAccounts.Account account, Instant now) {
      this.accessId = accessId;
      this.secret = secret;
      this.account = account;
      changes.add(Change.of(KeyState.ACTIVE, now));
    }

    String accessId() {
      return accessId;
    }

    String secret() {
      return secret;
    }

    ServiceAccounts.Account account() {
      return account;
    }

    KeyState state() {
      return changes.getLast().state();
    }

    Instant created() {
      return changes.getFirst().since();
    }

    Instant updated() {
      return changes.getLast().since();
    }

    String etag() {
      return Etags.of(changes.size());
    }
  }

  private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

  private final FakeClock clock;
  private final FakeSettings settings;
  private final ServiceAccounts accounts;
  private final NavigableMap<String, Key> all = new TreeMap<>();
  private final Random random = new SecureRandom();

  HmacKeys(FakeClock clock, FakeSettings settings, ServiceAccounts accounts) {
    this.clock = clock;
    this.settings = settings;
    this.accounts = accounts;
  }

  /** "An access ID is 61 characters long for a service account, a secret 40." */
  Key create(ServiceAccounts.Account account) {
    String id =
        random
            .ints(55, 0, LETTERS.length())
            .mapToObj(i -> LETTERS.substring(i, i + 1))
            .collect(Collectors.joining("", "GOOG1E", ""));
    byte[] secret = new byte[30];
    random.nextBytes(secret);
    Key made = new Key(id, Base64.getEncoder().encodeToString(secret), account, clock.now());
    made.replicas.changed(settings.replicasDiffer());
    all.put(id, made);
    return made;
  }

  NavigableMap<String, Key> all() {
    return all;
  }

  Optional<Key> find(String accessId) {
    return Optional.ofNullable(all.get(accessId));
  }

  void change(Key key, KeyState state) {
    if (key.state() != state) {
      key.changes.add(Change.of(state, clock.now()));
      key.replicas.changed(settings.replicasDiffer());
    }
  }

  /**
   * Returns the key with this id, if its effective state permits signing and its account exists.
   */
  Optional<Key> usable(String accessId) {
    return find(accessId)
        .filter(key -> accounts.find(key.account().uniqueId()).isPresent())
        .filter(this::isUsable);
  }

  private boolean isUsable(Key key) {
    Duration late = settings.keyPropagation();
    boolean usable =
        key.changes.reversed().stream()
            .filter(each -> !each.since().plus(late).minus(each.hurried()).isAfter(clock.now()))
            .findFirst()
            .map(Change::state)
            .filter(KeyState.ACTIVE::equals)
            .isPresent();
    if (usable != (key.state() == KeyState.ACTIVE)) {
      Duration passing = settings.passing(late);
      key.changes.replaceAll(
          each -> new Change(each.state(), each.since(), each.hurried().plus(passing)));
      return usable;
    }
    return usable != key.replicas.isLate();
  }
}
