package io.windlass.cosi.sanity.wire;

import io.grpc.Status;
import java.util.function.Function;

/** What came back from a call. */
public sealed interface RpcAnswer<T> {

  /** The status code that came with it. */
  Status.Code code();

  /** The same with another value, if there is one. */
  <U> RpcAnswer<U> map(Function<? super T, ? extends U> translation);

  /** The call went through. */
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

  /** The driver, or the transport, refused. */
  record Refused<T>(Status.Code code, String message) implements RpcAnswer<T> {
    @Override
    public <U> RpcAnswer<U> map(Function<? super T, ? extends U> translation) {
      return new Refused<>(code, message);
    }
  }
}
