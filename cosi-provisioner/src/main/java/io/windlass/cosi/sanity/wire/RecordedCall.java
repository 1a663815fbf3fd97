package io.windlass.cosi.sanity.wire;

import io.grpc.Status;
import java.time.Duration;

/**
 * One call, as it is shown to people: no secret is in it.
 *
 * @param method the RPC's name
 * @param sent the request as text
 * @param code the status code
 * @param received the answer as text, or the status message
 * @param details whether the status carried details
 * @param time from the call to its end
 */
public record RecordedCall(
    String method,
    String sent,
    Status.Code code,
    String received,
    boolean details,
    Duration time) {}
