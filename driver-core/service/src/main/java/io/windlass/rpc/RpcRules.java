package io.windlass.rpc;

import java.util.Set;

/**
 * What a spec says of its calls.
 *
 * @param limits how long fields may be, in requests and in responses
 * @param redactor which fields are secret
 * @param subject finds in a request what it is about, for the log
 * @param quiet full names of the methods that are called all the time to see whether the driver is
 *     alive ({@code package.Service/Method}): logged only when they fail
 */
public record RpcRules(FieldLimits limits, Redactor redactor, Subject subject, Set<String> quiet) {

  public RpcRules {
    quiet = Set.copyOf(quiet);
  }
}
