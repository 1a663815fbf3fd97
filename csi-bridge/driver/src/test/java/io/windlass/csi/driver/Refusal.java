package io.windlass.csi.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** How a call was refused. */
record Refusal(Code code, String message) {

  static Refusal of(ThrowingCallable call) {
    StatusRuntimeException thrown = catchThrowableOfType(StatusRuntimeException.class, call);
    assertThat(thrown).as("a refusal").isNotNull();
    return new Refusal(
        thrown.getStatus().getCode(), String.valueOf(thrown.getStatus().getDescription()));
  }

  void is(Code wanted, String named) {
    assertThat(code).as(message).isEqualTo(wanted);
    assertThat(message).contains(named);
  }
}
