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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Has the server copy objects of any size into one bucket. Bytes come here only of what is too
 * large for one copy, on a server that copies no parts.
 */
final class Copies {
  /** What even a slow server copies well within the time that a claim lasts. */
  private static final long PIECE = 64L << 20;

  private final LeasedOperation operation;
  private final ObjectStore into;

  Copies(LeasedOperation operation, ObjectStore into) {
    this.operation = operation;
    this.into = into;
  }

  /** One object to be copied. */
  record Order(CopySource source, long size, String key) {}

  /**
   * Copies them with their metadata, small ones several at a time.
   *
   * @return whether each was there, in their order
   */
  List<Boolean> all(List<Order> orders) {
    List<Callable<Boolean>> small = new ArrayList<>();
    for (Order order : orders) {
      if (!inPieces(order.size())) {
        small.add(() -> whole(order));
      }
    }
    List<Boolean> smallOnes = Parallel.all(small, operation);
    List<Boolean> there = new ArrayList<>();
    int next = 0;
    for (Order order : orders) {
      there.add(inPieces(order.size()) ? pieces(order) : smallOnes.get(next++));
    }
    return there;
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

  private boolean pieces(Order order) {
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
      List<Callable<Part>> parts = new ArrayList<>();
      for (long at = 0; at < order.size(); at += length) {
        int number = parts.size() + 1;
        ByteRange range = new ByteRange(at, Math.min(length, order.size() - at));
        parts.add(() -> copy.part(number, range));
      }
      int atOnce = copiesParts() ? Parallel.AT_ONCE : 1;
      into.uploads().complete(upload, Parallel.all(parts, atOnce, operation), Condition.always());
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
