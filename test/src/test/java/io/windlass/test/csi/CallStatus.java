package io.windlass.test.csi;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/** How calls end. */
public final class CallStatus {
  private CallStatus() {}

  /** OK, or what the call was refused with. */
  public static Status of(Runnable call) {
    try {
      call.run();
      return Status.OK;
    } catch (StatusRuntimeException e) {
      return e.getStatus();
    }
  }
}
