package io.windlass.volume.server;

import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.ModifiedTime;
import io.windlass.object.ObjectReader;
import io.windlass.provision.LeasedOperation;
import io.windlass.provision.LeftUploads;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.RangeCopy;
import io.windlass.store.Upload;
import io.windlass.volume.server.Parallel.Call;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lets the server copy objects of any size into one bucket. Data passes through this process only
 * if an object is too large for one copy request and the server cannot copy parts.
 */
public final class Copies {
  /**
   * Least size in bytes of a part of a copy; smaller objects are copied whole. Even a slow server
   * copies so much well within the time that a claim lasts.
   */
  private static final long PIECE = 64L << 20;

  /**
   * Greatest total weight of the copies at one time. It is half of the default number of
   * connections, so that calls for other volumes can continue.
   */
  private static final int CAPACITY = 32;

  /**
   * Number of objects that are copied in parts at one time. It is more than one because the
   * requests that begin and end a copy in parts are made one after another.
   */
  private static final int LARGE_AT_ONCE = 4;

  /** A file of a clone is as old as the file that it is a copy of. */
  private static final CopyOptions KEEPING = CopyOptions.DEFAULT.keepingModified();

  private final LeasedOperation operation;
  private final ObjectStore into;

  public Copies(LeasedOperation operation, ObjectStore into) {
    this.operation = operation;
    this.into = into;
  }

  /** Object to be copied: its source, its size in bytes, and the key of the copy. */
  public record Order(CopySource source, long size, String key) {}

  /**
   * Copies objects with their metadata, several at a time.
   *
   * @return for each order, in their sequence, whether its source existed, with the revision that
   *     the order may demand
   */
  public List<Boolean> all(List<Order> orders) {
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

  /**
   * Returns the weight of a copy: the main cost of a small copy is the request, that of a large one
   * is the data.
   */
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
      into.copy(order.source().withSize(order.size()), order.key(), KEEPING);
      return true;
    } catch (DriverException.NoSuchBucket e) {
      throw e; // it may be the one that is filled, and says nothing of the source
    } catch (DriverException.NotFound e) {
      return false;
    } catch (DriverException.PreconditionFailed e) {
      return replaced(order, e);
    }
  }

  /**
   * Returns false if the source was replaced and the order demands a revision; otherwise throws.
   */
  private static boolean replaced(Order order, DriverException.PreconditionFailed failure) {
    if (order.source().ifMatch().isEmpty()) {
      throw failure;
    }
    return false;
  }

  /**
   * Copies an object in parts. Returns whether its source existed, with the revision that the order
   * may demand.
   *
   * @param capacity greatest total weight of the parts that are copied at one time
   */
  private boolean pieces(Order order, int capacity) {
    CopySource source = order.source();
    Map<String, String> metadata;
    CopySource pinned;
    GetOptions oneByte =
        new GetOptions(Optional.of(new ByteRange(0, 1)), source.ifMatch(), source.version());
    try (ObjectReader reader = operation.objects(source.bucket()).get(source.key(), oneByte)) {
      metadata = ModifiedTime.kept(reader.info().metadata(), reader.info().lastModified());
      pinned = source.withIfMatch(reader.info().revision());
    } catch (DriverException.NoSuchBucket e) {
      throw e; // it says nothing of the object
    } catch (DriverException.NotFound e) {
      return false;
    } catch (DriverException.PreconditionFailed e) {
      return replaced(order, e);
    }
    operation.step();
    // Abort uploads to this key that a call which died left. A listing of all uploads may omit
    // them.
    into.uploads().of(order.key()).forEach(into.uploads()::abort);
    Upload upload;
    try {
      upload = into.uploads().startCopy(order.key(), pinned, metadata);
    } catch (DriverException.Unsupported e) {
      if (order.size() > operation.backend().capabilities().maxPutBytes()) {
        throw e;
      }
      return whole(order); // the object has what no upload can be given
    }
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
    } catch (DriverException.PreconditionFailed e) {
      into.uploads().abort(upload);
      return replaced(order, e);
    } catch (DriverException e) {
      into.uploads().abort(upload);
      throw e;
    }
  }

  /** Aborts the uploads below a prefix that a call which died left. */
  public void abortUploads(String prefix) {
    LeftUploads.abort(operation, into, prefix, () -> false);
  }
}
