package io.windlass.access;

import java.util.Optional;

/**
 * Service account of Kubernetes. Its pods prove to a cloud who they are by a token of the cluster,
 * and need no secret.
 *
 * @param namespace its namespace, a DNS label
 * @param name its name, a DNS subdomain
 * @param identity the cloud's identity that it stands for, in the terms of the backend; empty where
 *     the backend needs none
 */
public record ServiceAccount(String namespace, String name, Optional<String> identity) {
  /** Throws {@link IllegalArgumentException} for what Kubernetes does not accept as names. */
  public ServiceAccount {
    if (!namespace.matches("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")) {
      throw new IllegalArgumentException("a namespace is a DNS label");
    }
    if (!name.matches("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?")) {
      throw new IllegalArgumentException("the name of a service account is a DNS subdomain");
    }
  }

  /** Returns the subject of its tokens. */
  public String subject() {
    return "system:serviceaccount:%s:%s".formatted(namespace, name);
  }
}
