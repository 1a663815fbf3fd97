package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Buckets and accesses that all clients of a storm make and remove at the same time. Nobody can
 * tell what is there while they do; what can be told is which answers are right, and that the ids
 * in them never differ. At the end {@link #settle} decides for each what it is to be.
 */
final class SharedNames {
  private static final int BUCKETS = 3;
  private static final int ACCESSES = 2;

  private final StormBackend backend;

  SharedNames(StormBackend backend) {
    this.backend = backend;
  }

  /** The id of a bucket or an access of this name. */
  String id(String name) {
    return backend.id(name);
  }

  StormBackend backend() {
    return backend;
  }

  /** Returns a bucket that no client's own key may reach. */
  String anyBucket() {
    return name(0);
  }

  private static String name(int bucket) {
    return "shared-" + bucket;
  }

  private static String account(int bucket, int access) {
    return "shared-access-%d-%d".formatted(bucket, access);
  }

  private AccessRequest request(ApiRevision revision, int bucket, int access) {
    return backend.access(
        revision,
        account(bucket, access),
        new Bucket(name(bucket), id(name(bucket)), List.of(), List.of()),
        Rights.READ_WRITE);
  }

  /** Does one random action with one of the names. */
  void act(Caller caller) {
    int bucket = caller.random().nextInt(BUCKETS);
    int access = caller.random().nextInt(ACCESSES);
    switch (caller.random().nextInt(5)) {
      case 0 -> delete(bucket, caller);
      case 1 -> revoke(bucket, access, caller);
      case 2 -> create(bucket, caller);
      default -> grantIfThere(bucket, access, caller);
    }
  }

  private void create(int bucket, Caller caller) {
    Bucket made =
        caller.get("create " + name(bucket), client -> client.create(backend.bucket(name(bucket))));
    assertThat(made.violations()).isEmpty();
    assertThat(made.id()).isEqualTo(id(name(bucket)));
  }

  private void delete(int bucket, Caller caller) {
    caller.get("delete " + name(bucket), client -> client.delete(id(name(bucket)), Map.of()));
  }

  private void grantIfThere(int bucket, int access, Caller caller) {
    RpcAnswer<Access> answer =
        caller.ask(
            "grant " + account(bucket, access),
            Set.of(Code.OK, Code.NOT_FOUND),
            client -> client.grant(request(client.revision(), bucket, access)));
    if (answer instanceof RpcAnswer.Ok<Access>(Access granted)) {
      requireRight(granted, bucket, access);
    }
  }

  private void requireRight(Access granted, int bucket, int access) {
    assertThat(granted.violations()).isEmpty();
    assertThat(granted.accountId()).isEqualTo(id(account(bucket, access)));
  }

  private void revoke(int bucket, int access, Caller caller) {
    caller.get(
        "revoke " + account(bucket, access),
        client ->
            client.revoke(id(account(bucket, access)), request(client.revision(), bucket, access)));
  }

  /**
   * When nobody acts any more: makes some of them be there, and the others not.
   *
   * @return what is there
   */
  Holdings settle(Keys keys, Caller caller) {
    Holdings holdings = new Holdings();
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      boolean kept = bucket > 0;
      if (kept) {
        create(bucket, caller);
        holdings.addBucket(name(bucket));
      }
      for (int access = 0; access < ACCESSES; access++) {
        if (kept && access > 0) {
          holdings.addGrant(account(bucket, access), grant(bucket, access, keys, caller));
        } else {
          revoke(bucket, access, caller);
        }
      }
      if (!kept) {
        delete(bucket, caller);
      }
    }
    return holdings;
  }

  private String grant(int bucket, int access, Keys keys, Caller caller) {
    Access granted =
        caller.get(
            "grant " + account(bucket, access),
            client -> client.grant(request(client.revision(), bucket, access)));
    requireRight(granted, bucket, access);
    keys.requireWorking(Rights.READ_WRITE, granted, id(name(bucket)), anyBucket(), caller);
    return Keys.id(granted);
  }

  /** Removes all of them. */
  void removeAll(Caller caller) {
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      for (int access = 0; access < ACCESSES; access++) {
        revoke(bucket, access, caller);
      }
      delete(bucket, caller);
    }
  }
}
