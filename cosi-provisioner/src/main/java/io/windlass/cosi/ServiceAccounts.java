package io.windlass.cosi;

import io.windlass.access.ServiceAccount;
import io.windlass.error.DriverException;
import io.windlass.proto.cosi.v1alpha2.AuthenticationType;
import io.windlass.provision.grant.AccessParameters;
import java.util.Optional;

/** Reads who is to have access: whoever has the key, or a service account. */
final class ServiceAccounts {
  private ServiceAccounts() {}

  /**
   * Returns the service account that a v1alpha2 request of any revision names.
   *
   * @param name {@code service_account_name}
   * @throws DriverException.InvalidArgument when type, name and parameters do not fit together
   */
  static Optional<ServiceAccount> of(
      AuthenticationType type, String name, AccessParameters parameters) {
    return switch (type.getType()) {
      case KEY -> {
        if (!name.isEmpty()) {
          throw new DriverException.InvalidArgument(
              "service_account_name must not be set with authentication_type KEY");
        }
        requireNone(parameters);
        yield Optional.empty();
      }
      case SERVICE_ACCOUNT -> Optional.of(named(name, parameters));
      case UNKNOWN ->
          throw new DriverException.InvalidArgument(
              "authentication_type is required: KEY or SERVICE_ACCOUNT");
      case UNRECOGNIZED ->
          throw new DriverException.InvalidArgument(
              "authentication_type is %d, but must be KEY or SERVICE_ACCOUNT"
                  .formatted(type.getTypeValue()));
    };
  }

  private static ServiceAccount named(String name, AccessParameters parameters) {
    if (name.isEmpty()) {
      throw new DriverException.InvalidArgument(
          "service_account_name is required with authentication_type SERVICE_ACCOUNT");
    }
    String namespace =
        parameters
            .serviceAccountNamespace()
            .orElseThrow(() ->
                new DriverException.InvalidArgument(
                    "authentication_type SERVICE_ACCOUNT: the request does not tell the service"
                        + " account's namespace, so the class must: by parameter"
                        + " serviceAccountNamespace"));
    if (parameters.signing().isPresent()) {
      throw new DriverException.InvalidArgument(
          "parameter signing is for authentication_type KEY: a service account gets no token");
    }
    try {
      return new ServiceAccount(namespace, name, parameters.serviceAccountIdentity());
    } catch (IllegalArgumentException e) {
      throw new DriverException.InvalidArgument("service_account_name: " + e.getMessage());
    }
  }

  /** Throws InvalidArgument if a class for keys has parameters for service accounts. */
  static void requireNone(AccessParameters parameters) {
    if (parameters.serviceAccountNamespace().isPresent()
        || parameters.serviceAccountIdentity().isPresent()) {
      throw new DriverException.InvalidArgument(
          "parameters serviceAccountNamespace and serviceAccountIdentity are for"
              + " authentication_type SERVICE_ACCOUNT of v1alpha2");
    }
  }
}
