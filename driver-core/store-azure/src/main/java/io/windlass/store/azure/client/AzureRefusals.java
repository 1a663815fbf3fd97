package io.windlass.store.azure.client;

import io.windlass.error.Failure;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Explains to administrators why an account refuses access, and what to do. */
final class AzureRefusals {
  /**
   * Detail of an error about a date that is more than 15 minutes old ("Authorize with Shared Key",
   * Specifying the Date header).
   */
  private static final String OLD_DATE = "Request date header too old";

  /** Begins the detail of an error about a token that the account's expiration policy refuses. */
  private static final String AGAINST_POLICY = "Policy violated";

  private AzureRefusals() {}

  /** Returns whether the account's expiration policy is why a token is refused. */
  static boolean isAgainstSasPolicy(String answer) {
    return answer.contains(AGAINST_POLICY);
  }

  /**
   * Says why the service does not accept what requests are signed with.
   *
   * @param code what the service calls the error
   * @param answer what it says about it; is not shown, because it may contain signatures
   */
  static String unauthenticated(String code, String answer) {
    return (answer.contains(OLD_DATE)
            ? "this machine's clock is more than 15 minutes behind that of the service (%s): set it"
                + " by NTP"
            : "the account does not accept the key (%s): check that it is a key that the account"
                + " has now, that the endpoint is of the account's cloud, and this machine's clock")
        .formatted(code);
  }

  /**
   * Says why the service does not permit a request that is signed rightly.
   *
   * @param code what the service calls the error
   */
  static String denied(String code) {
    return switch (code) {
      case "KeyBasedAuthenticationNotPermitted" ->
          ("the account lets nobody use its keys (%s): give the driver an identity instead of a key,"
                  + " and grant access by service accounts, or by tokens with signing=UserDelegation;"
                  + " or allow keys with az storage account update --allow-shared-key-access true")
              .formatted(code);
      case "AuthorizationFailure" ->
          ("the account's firewall does not let this machine in (%s): add its address or its subnet"
                  + " to the account's network rules, or reach it by a private endpoint; Azurite"
                  + " says the same of a wrong key")
              .formatted(code);
      default ->
          ("the account does not permit it (%s): check the rights of the key or token that is used,"
                  + " and the account's firewall")
              .formatted(code);
    };
  }

  /** Says that the name of the account's host is not known, if that is why there is no answer. */
  static Optional<String> unresolved(Throwable thrown) {
    boolean unknown =
        Failure.cause(thrown, UnresolvedAddressException.class).isPresent()
            || Failure.cause(thrown, UnknownHostException.class).isPresent();
    return unknown
        ? Optional.of(
            ("DNS does not know the host of the endpoint: check the account's name, and name the"
                    + " endpoint if the account is not in the public cloud, like %s")
                .formatted(
                    Arrays.stream(AzureCloud.values())
                        .filter(cloud -> cloud != AzureCloud.PUBLIC)
                        .map(cloud -> cloud.endpoint("account").toString())
                        .collect(Collectors.joining(" or "))))
        : Optional.empty();
  }
}
