package io.windlass.cosi.sanity.trial;

import io.windlass.cosi.sanity.store.Proof;
import io.windlass.cosi.sanity.store.StoreAnswer;
import io.windlass.cosi.sanity.store.StoreSession;
import io.windlass.cosi.sanity.store.StoreSessions;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.AccessRequest;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketRequest;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.cosi.sanity.wire.GrantModes;
import io.windlass.cosi.sanity.wire.Mode;
import io.windlass.cosi.sanity.wire.RpcAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Deletes what a check made: first objects, then accesses, then buckets. */
final class Cleaner {
  private final CosiClient client;
  private final Ledger ledger;
  private final Session session;
  private final Patience patience;
  private final List<String> leftovers = new ArrayList<>();

  Cleaner(CosiClient client, Ledger ledger, Session session) {
    this.client = client;
    this.ledger = ledger;
    this.session = session;
    this.patience = new Patience(session.settings().timeout());
  }

  /**
   * Deletes everything that the ledger holds. Returns what could not be deleted, one sentence each.
   */
  List<String> clean() throws InterruptedException {
    settleDoubts();
    for (Bucket bucket : ledger.written()) {
      empty(bucket);
    }
    for (Map.Entry<String, AccessRequest> access : ledger.accesses().entrySet()) {
      take("access " + access.getKey(), () -> client.revoke(access.getKey(), access.getValue()));
    }
    for (Map.Entry<String, BucketRequest> bucket : ledger.buckets().entrySet()) {
      take(
          "bucket " + bucket.getKey(),
          () -> client.delete(bucket.getKey(), bucket.getValue().parameters()));
    }
    return leftovers;
  }

  /**
   * Repeats the calls whose outcome is unknown: the answer puts the id that a delete needs into the
   * ledger.
   */
  private void settleDoubts() throws InterruptedException {
    for (Supplier<RpcAnswer<Bucket>> again : ledger.doubtfulBuckets()) {
      report("a bucket that may have been made", patience.answer(again));
    }
    for (Supplier<RpcAnswer<Access>> again : ledger.doubtfulAccesses()) {
      report("an access that may have been granted", patience.answer(again));
    }
  }

  private <T> void take(String thing, Supplier<RpcAnswer<T>> call) throws InterruptedException {
    report(thing, patience.answer(call));
  }

  private void report(String thing, RpcAnswer<?> answer) {
    if (answer instanceof RpcAnswer.Refused<?>(var code, var message)) {
      leftovers.add("%s: %s %s".formatted(thing, code, message));
    }
  }

  /**
   * Deletes the objects of a bucket with an access that it grants itself. The access enters the
   * ledger and is revoked with the others.
   */
  private void empty(Bucket bucket) throws InterruptedException {
    AccessRequest request =
        new AccessRequest(
            session.names().account(),
            session.settings().protocol(),
            Optional.empty(),
            session.settings().accessParameters(),
            List.of(new AccessRequest.AccessedBucket(bucket, GrantModes.data(Mode.READ_WRITE))));
    String thing = "objects of bucket " + bucket.id();
    switch (patience.answer(() -> client.grant(request))) {
      case RpcAnswer.Refused<Access>(var code, var message) ->
          leftovers.add("%s: no access to delete them, %s %s".formatted(thing, code, message));
      case RpcAnswer.Ok<Access>(Access access) -> empty(thing, bucket, access);
    }
  }

  private void empty(String thing, Bucket bucket, Access access) {
    StoreSessions clients = session.store().orElseThrow();
    try (StoreSession store = clients.open(access, bucket.id(), Proof.GRANTED)) {
      StoreAnswer answer = store.empty();
      if (!answer.isAllowed()) {
        leftovers.add("%s: %s".formatted(thing, answer));
      }
    } catch (IllegalArgumentException e) {
      leftovers.add("%s: %s".formatted(thing, e.getMessage()));
    }
  }
}
