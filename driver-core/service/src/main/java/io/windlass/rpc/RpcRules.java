package io.windlass.rpc;

import java.util.Set;

/**
 * Rules of a spec for its calls.
 *
 * @param limits length limits of fields, in requests and in responses
 * @param redactor knows the secret fields
 * @param subject finds the subject of a request, for the log
 * @param quiet full names ({@code package.Service/Method}) of methods that are called all the time
 *     to see whether the driver is alive; their success is logged at debug level only
 */
public record RpcRules(FieldLimits limits, Redactor redactor, Subject subject, Set<String> quiet) {

  public RpcRules {
    quiet = Set.copyOf(quiet);
  }
}
