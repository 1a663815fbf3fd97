package io.windlass.cosi.sanity.fake;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Behaviour of the fake driver, the same for each revision. */
final class FakeCore {
  record FakeBucket(String id, String s3Name, Map<String, String> parameters) {}

  /** A bucket of a grant, with its modes in the numbering of revision C. */
  record Reach(String bucketId, int data, int objectMetadata, int bucketMetadata) {}

  record FakeGrant(String id, Set<Reach> reach, String keyId, String secret) {}

  private static final int MAX_NAME = 253;
  private static final int MAX_MAP_BYTES = 4096;
  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  final Fault fault;
  final FakeS3 s3;
  private final Map<String, FakeBucket> buckets = new ConcurrentHashMap<>();
  private final Map<String, FakeGrant> grants = new ConcurrentHashMap<>();
  private final Set<String> gone = ConcurrentHashMap.newKeySet();
  private final AtomicInteger counter = new AtomicInteger();
  private final AtomicReference<String> salt = new AtomicReference<>("");
  private final AtomicReference<String> lastSecret = new AtomicReference<>("");
  private final Collisions collisions;

  FakeCore(Fault fault, FakeS3 s3) {
    this.fault = fault;
    this.s3 = s3;
    this.collisions = new Collisions(fault);
  }

  /**
   * Simulates a restart of the driver's process, which loses all state with the fault {@code
   * FORGETS}.
   */
  void restart() {
    if (fault == Fault.FORGETS) {
      buckets.clear();
      grants.clear();
      s3.removeKeys();
      salt.set("-after" + counter.incrementAndGet());
    }
  }

  void checking(String check) {
    collisions.checking(check);
  }

  boolean isEmpty() {
    return buckets.isEmpty() && grants.isEmpty();
  }

  StatusRuntimeException refuse(Status.Code code, String why) {
    return switch (fault) {
      case EMPTY_MESSAGES -> code.toStatus().asRuntimeException();
      case DETAILS -> {
        Metadata trailers = new Metadata();
        trailers.put(DETAILS, new byte[] {8, (byte) code.value()});
        yield code.toStatus().withDescription(why).asRuntimeException(trailers);
      }
      case SECRET_IN_MESSAGES ->
          code.toStatus().withDescription(why + " " + lastSecret.get()).asRuntimeException();
      default -> code.toStatus().withDescription(why).asRuntimeException();
    };
  }

  /** Refuses, unless this driver does not look. */
  void require(boolean condition, String why) {
    if (!condition && fault != Fault.NO_VALIDATION) {
      throw refuse(Status.Code.INVALID_ARGUMENT, why);
    }
  }

  String id(String name) {
    return switch (fault) {
      case BAD_IDS -> name + "+=";
      case RANDOM_IDS -> name + "-" + counter.incrementAndGet();
      case CONSTANT_IDS -> "b.constant";
      default -> "b." + name + salt.get();
    };
  }

  void limits(String name, Map<String, String> parameters) {
    int bytes = parameters.entrySet().stream().mapToInt(FakeCore::size).sum();
    if (name.length() > MAX_NAME || bytes > MAX_MAP_BYTES) {
      throw refuse(
          fault == Fault.LIMITS_ARE_INTERNAL ? Status.Code.INTERNAL : Status.Code.INVALID_ARGUMENT,
          "too long");
    }
  }

  private static int size(Map.Entry<String, String> entry) {
    return entry.getKey().length() + entry.getValue().length();
  }

  void knownParameters(Map<String, String> parameters, String known) {
    if (!Set.of(known).containsAll(parameters.keySet())) {
      throw refuse(
          fault == Fault.UNKNOWN_PARAMETER_IS_INTERNAL
              ? Status.Code.INTERNAL
              : Status.Code.INVALID_ARGUMENT,
          "unknown parameter");
    }
  }

  FakeBucket create(String id, Map<String, String> parameters) {
    limits(id, parameters);
    knownParameters(parameters, "color");
    return collisions.guard(
        fault == Fault.COLLIDES_ACROSS ? "create" : id,
        () -> {
          if (fault == Fault.TOMBSTONES && gone.contains(id)) {
            throw refuse(Status.Code.ALREADY_EXISTS, "it was there once");
          }
          String name = id.startsWith("b.") ? id.substring(2) : id;
          String s3Name = fault == Fault.OTHER_NAME ? name + "-x" : name;
          FakeBucket made = buckets.computeIfAbsent(id, i -> new FakeBucket(i, s3Name, parameters));
          if (!made.parameters().equals(parameters) && fault != Fault.IGNORES_PARAMETERS) {
            throw refuse(Status.Code.ALREADY_EXISTS, "other parameters");
          }
          s3.createBucket(made.s3Name());
          return made;
        });
  }

  FakeBucket get(String id) {
    FakeBucket bucket = buckets.get(id);
    if (bucket != null) {
      return bucket;
    }
    return switch (fault) {
      case MISSING_IS_INTERNAL -> throw refuse(Status.Code.INTERNAL, "oops");
      case MISSING_IS_OK -> new FakeBucket(id, id, Map.of());
      default -> throw refuse(Status.Code.NOT_FOUND, "no bucket " + id);
    };
  }

  void delete(String id, Map<String, String> parameters) {
    require(!id.isEmpty(), "bucket_id is required");
    if (fault == Fault.DELETE_NEEDS_PARAMETERS) {
      require(!parameters.isEmpty(), "parameters are required");
    }
    collisions.guard(
        id,
        () -> {
          FakeBucket bucket = buckets.get(id);
          if (bucket == null) {
            absent(Fault.DELETE_MISSING_IS_NOT_FOUND);
            return id;
          }
          if (!s3.isEmpty(bucket.s3Name())) {
            if (fault == Fault.DELETE_LOSES_OBJECTS) {
              s3.empty(bucket.s3Name());
            }
            throw refuse(Status.Code.FAILED_PRECONDITION, "not empty");
          }
          if (fault != Fault.DELETE_DOES_NOTHING) {
            s3.deleteBucket(bucket.s3Name());
          }
          buckets.remove(id);
          gone.add(id);
          return id;
        });
  }

  private void absent(Fault notFound) {
    if (fault == notFound || fault == Fault.FORGETS) {
      throw refuse(Status.Code.NOT_FOUND, "nothing there");
    }
  }

  /**
   * @param differs the code for a grant that is there and reaches elsewhere
   */
  FakeGrant grant(String id, List<Reach> reach, Status.Code differs) {
    require(!id.isEmpty(), "account is required");
    require(!reach.isEmpty(), "buckets are required");
    reach.forEach(r -> require(!r.bucketId().isEmpty(), "bucket_id is required"));
    if (fault == Fault.NO_VALIDATION && reach.stream().anyMatch(r -> r.bucketId().isEmpty())) {
      return new FakeGrant(id, Set.copyOf(reach), "AK", "a secret");
    }
    reach.forEach(r -> get(r.bucketId()));
    return collisions.guard(id, () -> granted(id, Set.copyOf(reach), differs));
  }

  private FakeGrant granted(String id, Set<Reach> reach, Status.Code differs) {
    if (fault == Fault.TOMBSTONES && gone.contains(id)) {
      throw refuse(Status.Code.ALREADY_EXISTS, "it was there once");
    }
    FakeGrant grant = grants.computeIfAbsent(id, i -> newGrant(i, reach));
    if (!grant.reach().equals(reach) && fault != Fault.IGNORES_DIFFERENCES) {
      throw refuse(differs, "other buckets or modes");
    }
    if (fault == Fault.NEW_KEY_EACH_GRANT) {
      s3.removeKey(grant.keyId());
      grant = new FakeGrant(id, reach, "AK" + UUID.randomUUID(), grant.secret());
      grants.put(id, grant);
    }
    lastSecret.set(grant.secret());
    if (fault != Fault.DEAD_KEYS && !(fault == Fault.DEAD_AFTER_REVOKE && gone.contains(id))) {
      s3.putKey(grant.keyId(), grant.secret(), permitted(reach));
    }
    return grant;
  }

  private FakeGrant newGrant(String id, Set<Reach> reach) {
    String seed = fault == Fault.ONE_KEY_FOR_ALL ? "shared" : id + salt.get();
    UUID key = UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8));
    UUID secret = UUID.nameUUIDFromBytes((seed + "secret").getBytes(StandardCharsets.UTF_8));
    return new FakeGrant(id, reach, "AK" + key, "sk-" + secret);
  }

  private Map<String, Set<S3Action>> permitted(Set<Reach> reach) {
    Map<String, Set<S3Action>> permitted = new HashMap<>();
    for (Reach r : reach) {
      Set<S3Action> actions =
          fault == Fault.WIDE_GRANTS
              ? S3Action.of(2, 2, 2)
              : S3Action.of(r.data(), r.objectMetadata(), r.bucketMetadata());
      if (fault == Fault.NO_DELETES) {
        actions.remove(S3Action.DELETE);
      }
      permitted.put(get(r.bucketId()).s3Name(), actions);
    }
    return permitted;
  }

  void revoke(String id) {
    require(!id.isEmpty(), "account_id is required");
    collisions.guard(
        id,
        () -> {
          FakeGrant grant = grants.remove(id);
          if (grant == null) {
            absent(Fault.REVOKE_MISSING_IS_NOT_FOUND);
            return id;
          }
          gone.add(id);
          if (fault == Fault.REVOKE_ENDS_ALL) {
            s3.removeKeys();
          } else if (fault != Fault.REVOKE_DOES_NOTHING) {
            s3.removeKey(grant.keyId());
          }
          return id;
        });
  }
}
