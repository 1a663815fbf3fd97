package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.faults.OwnBucket.OwnAccess;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * One client in a storm: does one thing after the other to its own buckets and to those that it
 * shares with all others, each time through any driver in any revision, and compares every answer
 * with what it knows.
 */
final class StormClient {
  private static final int BUCKETS = 2;

  private final SharedNames shared;
  private final Keys keys;
  private final Caller caller;
  private final List<OwnBucket> buckets;

  StormClient(String name, SharedNames shared, Keys keys, Caller caller) {
    this.shared = shared;
    this.keys = keys;
    this.caller = caller;
    this.buckets =
        IntStream.range(0, BUCKETS)
            .mapToObj(b -> new OwnBucket("own-%s-%d".formatted(name, b), accesses(name, b)))
            .toList();
  }

  private static List<OwnAccess> accesses(String name, int bucket) {
    return Arrays.stream(Rights.values())
        .map(rights ->
            new OwnAccess("access-%s-%d-%s".formatted(name, bucket, rights.suffix()), rights))
        .toList();
  }

  /** How often each code was answered. */
  Map<Code, Integer> codes() {
    return caller.codes();
  }

  /** Does one thing. */
  void act() {
    if (chance(4) == 0) {
      shared.act(caller);
      return;
    }
    OwnBucket own = buckets.get(chance(buckets.size()));
    if (own.made.isEmpty()) {
      switch (chance(4)) {
        case 0 -> deleteNothing(own);
        case 1 -> grantNothing(own);
        default -> create(own);
      }
      return;
    }
    switch (chance(6)) {
      case 0 -> create(own);
      case 1 -> createOtherwise(own);
      case 2 -> look(own);
      case 3 -> delete(own);
      default -> act(own, own.accesses.get(chance(own.accesses.size())));
    }
  }

  private void act(OwnBucket own, OwnAccess access) {
    if (access.granted.isEmpty()) {
      grant(own, access);
      return;
    }
    switch (chance(4)) {
      case 0 -> grant(own, access);
      case 1 -> revoke(own, access);
      case 2 -> grantOtherwise(own, access);
      default -> use(own, access);
    }
  }

  private int chance(int of) {
    return caller.random().nextInt(of);
  }

  /** For the first time or again: the answer is the same. */
  private void create(OwnBucket own) {
    Bucket bucket =
        caller.get(
            "create " + own.name, client -> client.create(shared.backend().bucket(own.name)));
    assertThat(bucket.violations()).isEmpty();
    assertThat(bucket.id()).isEqualTo(shared.id(own.name));
    own.made = Optional.of(bucket);
  }

  private void createOtherwise(OwnBucket own) {
    BucketRequest same = shared.backend().bucket(own.name);
    BucketRequest other =
        same.withParameters(Map.of("backend", shared.backend().name(), "whenNotEmpty", "Empty"));
    caller.ask(
        "create otherwise " + own.name,
        Set.of(Code.ALREADY_EXISTS),
        client -> client.create(other));
  }

  private void look(OwnBucket own) {
    Bucket bucket =
        caller.get(
            "get " + own.name,
            ApiRevision::isV1Alpha2,
            client -> client.get(shared.id(own.name), shared.backend().bucket(own.name)));
    assertThat(bucket.violations()).isEmpty();
  }

  /** Deletes the bucket, or fails to because an object is in it. */
  private void delete(OwnBucket own) {
    Optional<Access> writer =
        own.accesses.stream()
            .filter(access -> access.rights == Rights.READ_WRITE)
            .flatMap(access -> access.granted.stream())
            .findFirst();
    if (writer.isPresent()) {
      keys.put(writer.get(), shared.id(own.name), "kept", caller);
      delete(own, Code.FAILED_PRECONDITION);
      keys.delete(writer.get(), shared.id(own.name), "kept", caller);
    } else if (!own.isUsed()) {
      delete(own, Code.OK);
      own.made = Optional.empty();
    }
  }

  private void deleteNothing(OwnBucket own) {
    delete(own, Code.OK);
  }

  private void delete(OwnBucket own, Code expected) {
    caller.ask(
        "delete " + own.name,
        Set.of(expected),
        client -> client.delete(shared.id(own.name), Map.of()));
  }

  /** For the first time or again: the answer is the same, and new after a revocation. */
  private void grant(OwnBucket own, OwnAccess access) {
    Bucket bucket = own.made.orElseThrow();
    Access granted =
        caller.get(
            "grant " + access.account, client -> client.grant(request(client, access, bucket)));
    assertThat(granted.violations()).isEmpty();
    assertThat(granted.accountId()).isEqualTo(shared.id(access.account));
    access.granted.ifPresent(
        before -> assertThat(isSameKey(granted, before)).as("the same key").isTrue());
    assertThat(access.revoked.stream().anyMatch(old -> isSameKey(granted, old)))
        .as("a key that was revoked")
        .isFalse();
    access.granted = Optional.of(granted);
    assertThat(keys.bucket(granted, bucket.id())).isEqualTo(own.name);
  }

  /**
   * Compares what is secret without showing it when they differ. v1alpha1 has no form for keys of
   * Google, so it answers the same key as one of S3.
   */
  private static boolean isSameKey(Access one, Access other) {
    return secrets(one).equals(secrets(other));
  }

  private static List<String> secrets(Access of) {
    return of.credentials().stream().flatMap(each -> each.secrets().stream()).toList();
  }

  private AccessRequest request(CosiClient client, OwnAccess access, Bucket bucket) {
    return request(client, access, bucket, access.rights);
  }

  private AccessRequest request(CosiClient client, OwnAccess access, Bucket bucket, Rights rights) {
    return shared.backend().access(client.revision(), access.account, bucket, rights);
  }

  /** An access does not become another one because it is asked for under the same name. */
  private void grantOtherwise(OwnBucket own, OwnAccess access) {
    Rights other = access.rights == Rights.READ_ONLY ? Rights.READ_WRITE : Rights.READ_ONLY;
    Bucket bucket = own.made.orElseThrow();
    caller.ask(
        "grant otherwise " + access.account,
        Set.of(Code.ALREADY_EXISTS, Code.FAILED_PRECONDITION), // the latter in v1alpha1
        client -> client.grant(request(client, access, bucket, other)));
  }

  private void grantNothing(OwnBucket own) {
    Bucket missing = new Bucket(own.name, shared.id(own.name), List.of(), List.of());
    OwnAccess access = own.accesses.getFirst();
    caller.ask(
        "grant to nothing " + access.account,
        Set.of(Code.NOT_FOUND),
        client -> client.grant(request(client, access, missing)));
  }

  private void use(OwnBucket own, OwnAccess access) {
    Access granted = access.granted.orElseThrow();
    keys.requireWorking(access.rights, granted, shared.id(own.name), shared.anyBucket(), caller);
  }

  private void revoke(OwnBucket own, OwnAccess access) {
    Bucket bucket = own.made.orElseThrow();
    Access granted = access.granted.orElseThrow();
    caller.get(
        "revoke " + access.account,
        client -> client.revoke(shared.id(access.account), request(client, access, bucket)));
    access.granted = Optional.empty();
    access.revoked.add(granted);
    keys.requireDead(granted, shared.id(own.name), caller);
  }

  /** Tries every key that it has and had. */
  void verify() {
    for (OwnBucket own : buckets) {
      for (OwnAccess access : own.accesses) {
        if (access.granted.isPresent()) {
          use(own, access);
        }
        for (Access old : access.revoked) {
          keys.requireDead(old, shared.id(own.name), caller);
        }
      }
    }
  }

  /** Returns the holdings of the client. */
  Holdings holdings() {
    Holdings holdings = new Holdings();
    for (OwnBucket own : buckets) {
      own.made.ifPresent(bucket -> holdings.addBucket(own.name));
      for (OwnAccess access : own.accesses) {
        access.granted.ifPresent(key -> holdings.addGrant(access.account, Keys.id(key)));
      }
    }
    return holdings;
  }

  /** Gives everything back. */
  void removeAll() {
    for (OwnBucket own : buckets) {
      own.accesses.stream()
          .filter(access -> access.granted.isPresent())
          .forEach(access -> revoke(own, access));
      if (own.made.isPresent()) {
        delete(own);
      }
    }
  }
}
