package io.windlass.access;

import io.windlass.error.DriverException;
import java.util.function.UnaryOperator;

/**
 * Issues credentials for nodes. A node needs another one than a workload: it can be given the next
 * one at any time, so its own ends by itself, and nothing of it is kept on the server.
 */
public interface NodeSessions {

  /**
   * Issues a credential that can do exactly what the grant says, and that ends by itself after the
   * time for which the backend is configured. Leaves nothing on the server, so there is nothing to
   * revoke: until it ends, the credential works.
   *
   * @param name by which the server may know the session, {@code [a-z0-9.-]{2,63}}; not secret
   * @return the credential, with its {@link Credential.Key#expires}; another one with each call
   * @throws DriverException.InvalidArgument for what the backend cannot enforce
   * @throws DriverException according to the server's answer
   */
  Credential.Key issue(BucketGrant grant, String name);

  /**
   * Returns what has to be so that sessions are issued, for people, as the rest of a sentence.
   *
   * @param variable returns the environment variable of a setting of the backend
   */
  String needs(UnaryOperator<String> variable);
}
