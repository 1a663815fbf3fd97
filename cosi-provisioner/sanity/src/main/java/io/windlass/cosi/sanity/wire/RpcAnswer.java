package io.windlass.cosi.sanity.wire;

import io.grpc.Status;
import java.util.function.Function;

/** Result of a call. */
public sealed interface RpcAnswer<T> {

  /** Returns the status code of the call. */
  Status.Code code();

  /** Returns this result with its value translated, if it has one. */
  <U> RpcAnswer<U> map(Function<? super T, ? extends U> translation);

  /** The call succeeded. */
  record Ok<T>(T value) implements RpcAnswer<T> {
    @Override
    public Status.Code code() {
      return Status.Code.OK;
    }

    @Override
    public <U> RpcAnswer<U> map(Function<? super T, ? extends U> translation) {
      return new Ok<>(translation.apply(value));
    }
  }

  /** The driver or the transport refused the call. */
  record Refused<T>(Status.Code code, String message) implements RpcAnswer<T> {
    @Override
    public <U> RpcAnswer<U> map(Function<? super T, ? extends U> translation) {
      return new Refused<>(code, message);
    }
  }
}
