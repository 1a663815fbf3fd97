package io.windlass.faults.error;

import com.google.protobuf.Message;
import io.grpc.Status;
import io.windlass.test.csi.CallStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Errors of one call, in the order of the table in the spec. */
final class ErrorTable {
  private final String call;
  private final List<ErrorCase> cases = new ArrayList<>();

  ErrorTable(String call) {
    this.call = call;
  }

  /** Each of these fields is missed in a request with which nothing else is wrong. */
  <Q extends Message> ErrorTable missing(Q valid, Consumer<Q> send, String... fields) {
    for (String field : fields) {
      row("missing " + field, field, () -> send.accept(without(valid, field)));
    }
    return this;
  }

  @SuppressWarnings("unchecked") // a message's builder builds such messages
  private static <Q extends Message> Q without(Q message, String field) {
    var descriptor = message.getDescriptorForType().findFieldByName(field);
    return (Q) message.toBuilder().clearField(descriptor).build();
  }

  /** Adds a row with the error of a call. */
  ErrorTable row(String condition, String named, Runnable answered) {
    return answers(condition, named, () -> CallStatus.of(answered));
  }

  /** Adds a row with the outcome of several calls. */
  ErrorTable answers(String condition, String named, Supplier<Status> answer) {
    cases.add(new ErrorCase(call, condition, named, answer));
    return this;
  }

  /** Adds the row about the second of two simultaneous calls. */
  ErrorTable pending(Supplier<Status> second) {
    return answers("operation pending", "is under way", second);
  }

  Stream<ErrorCase> cases() {
    return cases.stream();
  }
}
