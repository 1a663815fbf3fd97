package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cosi.sanity.s3.S3Answer;
import io.windlass.cosi.sanity.s3.S3Answer.Verdict;
import io.windlass.cosi.sanity.s3.S3Session;
import io.windlass.cosi.sanity.s3.SanityS3Clients;
import io.windlass.cosi.sanity.wire.BucketAddress;
import io.windlass.cosi.sanity.wire.WorkloadCredential;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** Tries granted keys on the server, as workloads do. */
final class Keys implements AutoCloseable {
  private static final Duration CALL = Duration.ofSeconds(20);

  private final SanityS3Clients clients = new SanityS3Clients(CALL);

  /** Fails unless the key can do on the bucket what its rights say, and nothing beyond. */
  void requireWorking(
      Rights rights,
      WorkloadCredential.S3 key,
      BucketAddress.S3 bucket,
      String otherBucket,
      Caller caller) {
    try (S3Session session = clients.open(bucket, Optional.of(key))) {
      String object = "by-" + key.accessKeyId();
      requireAllowed(ask(caller, session, S3Session::list));
      S3Answer put = ask(caller, session, s -> s.put(object, "content"));
      switch (rights) {
        case READ_WRITE -> {
          requireAllowed(put);
          S3Answer got = ask(caller, session, s -> s.get(object));
          assertThat(got).isEqualTo(new S3Answer("GetObject", Verdict.ALLOWED, "content"));
          requireAllowed(ask(caller, session, s -> s.delete(object)));
        }
        case READ_ONLY -> requireDenied(put);
      }
      requireDenied(ask(caller, session, s -> s.list(otherBucket)));
    }
  }

  /** Fails unless the server refuses the key. */
  void requireDead(WorkloadCredential.S3 key, BucketAddress.S3 bucket, Caller caller) {
    try (S3Session session = clients.open(bucket, Optional.of(key))) {
      requireDenied(ask(caller, session, S3Session::list));
      requireDenied(ask(caller, session, s -> s.put("by-the-dead", "content")));
    }
  }

  /** Leaves an object. */
  void put(WorkloadCredential.S3 key, BucketAddress.S3 bucket, String object, Caller caller) {
    try (S3Session session = clients.open(bucket, Optional.of(key))) {
      requireAllowed(ask(caller, session, s -> s.put(object, "content")));
    }
  }

  /** Removes an object. */
  void delete(WorkloadCredential.S3 key, BucketAddress.S3 bucket, String object, Caller caller) {
    try (S3Session session = clients.open(bucket, Optional.of(key))) {
      requireAllowed(ask(caller, session, s -> s.delete(object)));
    }
  }

  private static void requireAllowed(S3Answer answer) {
    assertThat(answer).matches(S3Answer::isAllowed, "allowed");
  }

  private static void requireDenied(S3Answer answer) {
    assertThat(answer).matches(S3Answer::isDenied, "denied");
  }

  /** A server that is away says nothing about the key. */
  private static S3Answer ask(
      Caller caller, S3Session session, Function<S3Session, S3Answer> request) {
    long start = System.nanoTime();
    S3Answer answer = request.apply(session);
    while (answer.verdict() == Verdict.UNCLEAR
        && System.nanoTime() - start < Caller.PATIENCE.toNanos()) {
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
