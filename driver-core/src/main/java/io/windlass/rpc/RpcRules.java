package io.windlass.rpc;

import com.google.protobuf.Message;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What a spec says of its calls.
 *
 * @param limits how long fields may be, in requests and in responses
 * @param redactor which fields are secret
 * @param id finds in a request the name or id of what it is about, for the log
 * @param quiet full names of the methods that are called all the time to see whether the driver is
 *     alive ({@code package.Service/Method}): logged only when they fail
 */
public record RpcRules(
    FieldLimits limits,
    Redactor redactor,
    Function<Message, Optional<String>> id,
    Set<String> quiet) {

  public RpcRules {
    quiet = Set.copyOf(quiet);
  }
}
