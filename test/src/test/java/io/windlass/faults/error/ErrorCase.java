package io.windlass.faults.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.util.List;
import java.util.function.Supplier;

/**
 * Something that is answered as a row of the tables says.
 *
 * @param call that of the row
 * @param condition that of the row, which says the code
 * @param named what the message has to name
 * @param answer makes the condition, and the call
 */
record ErrorCase(String call, String condition, String named, Supplier<Status> answer) {

  /** Makes the call; gives the row that it was an example of. */
  ErrorRow produce(List<ErrorRow> rows) {
    ErrorRow row =
        rows.stream()
            .filter(each -> each.call().equals(call) && each.condition().equals(condition))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no row of the tables is of " + this));
    Status status = ErrorWorld.answer(answer);
    assertThat(status.getCode().name()).as(String.valueOf(status)).isEqualTo(row.code());
    assertThat(status.getDescription()).contains(named);
    return row;
  }

  @Override
  public String toString() {
    return "%s: %s (%s)".formatted(call, condition, named);
  }
}
