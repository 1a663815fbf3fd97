package io.windlass.store.local;

import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.hash.Sha256;
import io.windlass.store.s3.access.DerivedKeys;
import io.windlass.store.s3.client.S3Key;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The accounts of a local store: one file each, and all of them in memory, where the server looks
 * them up at every request. Memory changes after the file, both when access is granted and when it
 * is removed. So a restart finds every change for which a call has returned.
 */
final class Accounts implements Function<String, Optional<Identity>> {
  private static final Logger log = LoggerFactory.getLogger(Accounts.class);

  private final Path directory;
  private final DerivedKeys keys;
  private final Clock clock;
  private final JsonMapper json = new JsonMapper();
  private final Map<String, Account> accounts = new HashMap<>();
  private final Map<String, Live> live = new ConcurrentHashMap<>();

  /** A key that works, until it expires. */
  private record Live(Identity identity, Optional<Instant> expiry) {}

  private Accounts(Path directory, DerivedKeys keys, Clock clock) {
    this.directory = directory;
    this.keys = keys;
    this.clock = clock;
  }

  /**
   * Reads all accounts. An account that cannot be read has no access, and the log says so.
   *
   * @param root the key that may do everything
   */
  static Accounts open(Path directory, DerivedKeys keys, S3Key root, Clock clock)
      throws IOException {
    Accounts accounts = new Accounts(directory, keys, clock);
    accounts.live.put(
        root.accessKeyId(),
        new Live(new Identity(root.secretAccessKey(), PrincipalPermissions.ALL), Optional.empty()));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.json")) {
      for (Path file : files) {
        accounts.read(file);
      }
    }
    return accounts;
  }

  /** Returns the identity behind an access key, if the key works now. */
  @Override
  public Optional<Identity> apply(String accessKeyId) {
    return Optional.ofNullable(live.get(accessKeyId))
        .filter(key -> key.expiry.isEmpty() || clock.instant().isBefore(key.expiry.get()))
        .map(Live::identity);
  }

  /** Returns the account with this name. */
  synchronized Optional<Account> find(String name) {
    return Optional.ofNullable(accounts.get(name));
  }

  /** Adds a key to those of the principal, and gives all of them the principal's permissions. */
  synchronized void grant(Principal principal, KeyGeneration key) {
    keep(Account.of(principal, find(principal.account()), key));
  }

  /** Removes one key of an account. */
  synchronized void retire(String name, KeyGeneration key) {
    find(name).ifPresent(account -> keep(account.without(key)));
  }

  /** Removes an account with all of its keys. */
  synchronized void revoke(String name) {
    try {
      DurableFile.delete(file(name));
    } catch (IOException e) {
      throw failed(name, e);
    }
    forget(name);
  }

  private void keep(Account account) {
    String name = account.principal().account();
    try {
      DurableFile.write(file(name), json.writeValueAsString(account));
    } catch (IOException e) {
      throw failed(name, e);
    }
    remember(account);
  }

  /**
   * Updates memory: adds the account's keys first and then removes old ones, so that a key which
   * stays never stops working.
   */
  private void remember(Account account) {
    String name = account.principal().account();
    PrincipalPermissions permissions = GrantedPermissions.of(account.principal());
    Set<String> ids = new HashSet<>();
    for (KeyGeneration generation : account.keys()) {
      S3Key key = keys.derive(name, generation);
      ids.add(key.accessKeyId());
      live.put(
          key.accessKeyId(),
          new Live(new Identity(key.secretAccessKey(), permissions), account.principal().expiry()));
    }
    Optional.ofNullable(accounts.put(name, account)).ifPresent(before -> end(before, ids));
  }

  private void forget(String name) {
    Optional.ofNullable(accounts.remove(name)).ifPresent(account -> end(account, Set.of()));
  }

  private void end(Account account, Set<String> except) {
    for (KeyGeneration generation : account.keys()) {
      String id = DerivedKeys.accessKeyId(account.principal().account(), generation);
      if (!except.contains(id)) {
        live.remove(id);
      }
    }
  }

  private void read(Path file) {
    try {
      Account account = json.readValue(Files.readString(file), Account.class);
      if (account.format() == Account.FORMAT) {
        remember(account);
      } else {
        log.error("{} was written by another driver: its account has no access", file);
      }
    } catch (IOException | JacksonException | IllegalStateException e) {
      log.error("{} cannot be used: its account has no access", file, e);
    }
  }

  /**
   * Returns the file of an account. Its name is a hash, because account names can be longer than
   * file names.
   */
  private Path file(String name) {
    return directory.resolve(Sha256.hex(name, 64) + ".json");
  }

  private static DriverException failed(String name, IOException e) {
    return new DriverException.Unavailable(
        "account %s cannot be written: %s".formatted(name, e.getMessage()), e);
  }
}
