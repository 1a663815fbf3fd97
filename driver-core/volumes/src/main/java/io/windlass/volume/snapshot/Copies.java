package io.windlass.volume.snapshot;

import io.windlass.provision.LeasedOperation;
import io.windlass.provision.LeftUploads;
import io.windlass.store.ByteRange;
import io.windlass.store.Condition;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.DriverException;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectReader;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.RangeCopy;
import io.windlass.store.Upload;
import io.windlass.volume.snapshot.Parallel.Call;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Has the server copy objects of any size into one bucket. Bytes come here only of what is too
 * large for one copy, on a server that copies no parts.
 */
final class Copies {
  /** What even a slow server copies well within the time that a claim lasts. */
  private static final long PIECE = 64L << 20;

  /**
   * What a server copies at one time, in weights: half of the connections that there are by
   * default, so that other volumes go on.
   */
  private static final int CAPACITY = 32;

  /** Objects that are copied in pieces at one time: what begins and ends one is done in turn. */
  private static final int LARGE_AT_ONCE = 4;

  private final LeasedOperation operation;
  private final ObjectStore into;

  Copies(LeasedOperation operation, ObjectStore into) {
    this.operation = operation;
    this.into = into;
  }

  /** One object to be copied. */
  record Order(CopySource source, long size, String key) {}

  /**
   * Copies them with their metadata, several at a time.
   *
   * @return whether each was there, in their order
   */
  List<Boolean> all(List<Order> orders) {
    List<Call<Boolean>> small = new ArrayList<>();
    List<Order> large = new ArrayList<>();
    for (Order order : orders) {
      if (inPieces(order.size())) {
        large.add(order);
      } else {
        small.add(new Call<>(weight(order.size()), () -> whole(order)));
      }
    }
    Iterator<Boolean> smallOnes = Parallel.all(small, CAPACITY, operation).iterator();
    Iterator<Boolean> largeOnes = large(large).iterator();
    return orders.stream()
        .map(order -> inPieces(order.size()) ? largeOnes.next() : smallOnes.next())
        .toList();
  }

  private List<Boolean> large(List<Order> orders) {
    int atOnce = copiesParts() ? Math.clamp(orders.size(), 1, LARGE_AT_ONCE) : 1;
    List<Call<Boolean>> calls = new ArrayList<>();
    for (Order order : orders) {
      calls.add(new Call<>(1, () -> pieces(order, CAPACITY / atOnce)));
    }
    return Parallel.all(calls, atOnce, operation);
  }

  /** Most of a small copy is the request; of a large one, the bytes. */
  private static int weight(long size) {
    return Math.toIntExact(1 + size / PIECE);
  }

  private boolean inPieces(long size) {
    return size > (copiesParts() ? PIECE : operation.backend().capabilities().maxPutBytes());
  }

  private boolean copiesParts() {
    return into.rangeCopies().isPresent();
  }

  private boolean whole(Order order) {
    try {
      into.copy(order.source().withSize(order.size()), order.key(), CopyOptions.DEFAULT);
      return true;
    } catch (DriverException.NotFound e) {
      return false;
    }
  }

  /**
   * @param capacity what parts at one time weigh at most
   */
  private boolean pieces(Order order, int capacity) {
    CopySource source = order.source();
    Map<String, String> metadata;
    CopySource pinned;
    GetOptions oneByte = GetOptions.ALL.withRange(new ByteRange(0, 1));
    try (ObjectReader reader =
        operation
            .objects(source.bucket())
            .get(source.key(), source.version().map(oneByte::withVersion).orElse(oneByte))) {
      metadata = reader.info().metadata();
      pinned = source.withIfMatch(reader.info().revision());
    } catch (DriverException.NotFound e) {
      return false;
    }
    operation.step();
    // Of a call that died, which a listing of all may miss.
    into.uploads().of(order.key()).forEach(into.uploads()::abort);
    Upload upload = into.uploads().startCopy(order.key(), pinned, metadata);
    RangeCopy copy = new RangeCopy(operation.objects(source.bucket()), pinned, into, upload);
    try {
      long length =
          Math.max(PIECE, order.size() / operation.backend().capabilities().maxParts() + 1);
      List<Call<Part>> parts = new ArrayList<>();
      for (long at = 0; at < order.size(); at += length) {
        int number = parts.size() + 1;
        ByteRange range = new ByteRange(at, Math.min(length, order.size() - at));
        parts.add(new Call<>(weight(range.length()), () -> copy.part(number, range)));
      }
      List<Part> copied = Parallel.all(parts, copiesParts() ? capacity : 1, operation);
      into.uploads().complete(upload, copied, Condition.always());
      return true;
    } catch (DriverException e) {
      into.uploads().abort(upload);
      throw e;
    }
  }

  /** Gives up the uploads that a call which died left below a prefix. */
  void abortUploads(String prefix) {
    LeftUploads.abort(operation, into, prefix, () -> false);
  }
}
