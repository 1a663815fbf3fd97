package io.windlass.cosi.sanity.wire;

import io.grpc.Status;
import java.time.Duration;

/**
 * A call as it is shown to people, without secrets.
 *
 * @param method name of the RPC
 * @param sent request as text
 * @param code status code
 * @param received answer as text, or the status message
 * @param details whether the status had details
 * @param time duration of the call
 */
public record RecordedCall(
    String method,
    String sent,
    Status.Code code,
    String received,
    boolean details,
    Duration time) {}
