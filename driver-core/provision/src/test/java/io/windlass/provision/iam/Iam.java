package io.windlass.provision.iam;

import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.store.s3.client.S3Key;
import java.util.List;
import java.util.Optional;

/** The calls of AWS IAM for users with one inline policy and keys, as a backend would make them. */
public interface Iam {

  /**
   * Makes a user that may do nothing.
   *
   * @throws DriverException.AlreadyExists EntityAlreadyExists
   */
  void createUser(String user);

  /**
   * Sets the policy of a user.
   *
   * @throws DriverException.NotFound NoSuchEntity
   */
  void putUserPolicy(String user, Principal policy);

  /**
   * The policy of a user, if it has one.
   *
   * @throws DriverException.NotFound NoSuchEntity
   */
  Optional<Principal> getUserPolicy(String user);

  /**
   * Takes the policy of a user away.
   *
   * @throws DriverException.NotFound NoSuchEntity
   */
  void deleteUserPolicy(String user);

  /**
   * Makes a key under an id of the server's; its secret is in this answer and never told again.
   *
   * @throws DriverException.NotFound NoSuchEntity
   * @throws DriverException.QuotaExceeded LimitExceeded
   */
  S3Key createAccessKey(String user);

  /**
   * The ids of a user's keys, oldest first.
   *
   * @throws DriverException.NotFound NoSuchEntity
   */
  List<String> listAccessKeys(String user);

  /**
   * Ends a key.
   *
   * @throws DriverException.NotFound NoSuchEntity
   */
  void deleteAccessKey(String user, String id);

  /**
   * Removes a user that has neither keys nor a policy.
   *
   * @throws DriverException.NotFound NoSuchEntity
   * @throws DriverException.FailedPrecondition DeleteConflict
   */
  void deleteUser(String user);
}
