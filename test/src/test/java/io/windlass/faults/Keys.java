package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.storage.blob.BlobUrlParts;
import io.windlass.cosi.sanity.store.Proof;
import io.windlass.cosi.sanity.store.StoreAnswer;
import io.windlass.cosi.sanity.store.StoreAnswer.Verdict;
import io.windlass.cosi.sanity.store.StoreSession;
import io.windlass.cosi.sanity.store.StoreSessions;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.WorkloadCredential;
import java.util.function.Function;

/** Tries granted keys on the server, as workloads do. */
final class Keys implements AutoCloseable {
  private final StoreSessions clients;

  Keys(StormBackend backend) {
    this.clients = backend.sessions();
  }

  /** Returns the name of a key, which is no secret: of Azure's tokens, that of their policy. */
  static String id(Access access) {
    return switch (access.credentials().getFirst()) {
      case WorkloadCredential.S3 key -> key.accessKeyId();
      case WorkloadCredential.Azure token ->
          BlobUrlParts.parse(token.accessToken()).getCommonSasQueryParameters().getIdentifier();
      case WorkloadCredential.Gcs key -> key.accessId();
    };
  }

  /** Returns what the server calls the bucket. */
  String bucket(Access access, String bucketId) {
    try (StoreSession session = open(access, bucketId)) {
      return session.bucket();
    }
  }

  private StoreSession open(Access access, String bucketId) {
    return clients.open(access, bucketId, Proof.GRANTED);
  }

  /** Fails unless the key can do on the bucket what its rights say, and nothing beyond. */
  void requireWorking(
      Rights rights, Access access, String bucketId, String otherBucket, Caller caller) {
    try (StoreSession session = open(access, bucketId)) {
      String object = "by-" + id(access);
      requireAllowed(ask(caller, session, StoreSession::list));
      StoreAnswer put = ask(caller, session, s -> s.put(object, "content"));
      switch (rights) {
        case READ_WRITE -> {
          requireAllowed(put);
          StoreAnswer got = ask(caller, session, s -> s.get(object));
          requireAllowed(got);
          assertThat(got.detail()).isEqualTo("content");
          requireAllowed(ask(caller, session, s -> s.delete(object)));
        }
        case READ_ONLY -> requireDenied(put);
      }
      // Google says also to those who have no access that there is no such bucket.
      assertThat(ask(caller, session, s -> s.in(otherBucket).list()))
          .matches(answer -> answer.isDenied() || answer.verdict() == Verdict.MISSING, "denied");
    }
  }

  /** Fails unless the server refuses the key. */
  void requireDead(Access access, String bucketId, Caller caller) {
    try (StoreSession session = open(access, bucketId)) {
      requireDenied(ask(caller, session, StoreSession::list));
      requireDenied(ask(caller, session, s -> s.put("by-the-dead", "content")));
    }
  }

  /** Leaves an object. */
  void put(Access access, String bucketId, String object, Caller caller) {
    try (StoreSession session = open(access, bucketId)) {
      requireAllowed(ask(caller, session, s -> s.put(object, "content")));
    }
  }

  /** Removes an object. */
  void delete(Access access, String bucketId, String object, Caller caller) {
    try (StoreSession session = open(access, bucketId)) {
      requireAllowed(ask(caller, session, s -> s.delete(object)));
    }
  }

  private static void requireAllowed(StoreAnswer answer) {
    assertThat(answer).matches(StoreAnswer::isAllowed, "allowed");
  }

  private static void requireDenied(StoreAnswer answer) {
    assertThat(answer).matches(StoreAnswer::isDenied, "denied");
  }

  /** A server that is away says nothing about the key. */
  private static StoreAnswer ask(
      Caller caller, StoreSession session, Function<StoreSession, StoreAnswer> request) {
    long start = System.nanoTime();
    StoreAnswer answer = request.apply(session);
    while (answer.verdict() == Verdict.UNCLEAR
        && System.nanoTime() - start < RetryLoop.PATIENCE.toNanos()) {
      caller.rest(200);
      answer = request.apply(session);
    }
    return answer;
  }

  @Override
  public void close() {
    clients.close();
  }
}
