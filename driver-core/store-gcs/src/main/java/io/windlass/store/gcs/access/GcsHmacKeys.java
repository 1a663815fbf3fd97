package io.windlass.store.gcs.access;

import com.google.api.services.storage.model.HmacKey;
import com.google.api.services.storage.model.HmacKeyMetadata;
import com.google.api.services.storage.model.HmacKeysMetadata;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.store.gcs.client.GcsService;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** HMAC keys of service accounts: "HMAC keys", "Managing HMAC keys". */
final class GcsHmacKeys {
  private static final String INACTIVE = "INACTIVE";

  private final GcsService service;
  private final StoreErrors errors;

  GcsHmacKeys(GcsService service, StoreErrors errors) {
    this.service = service;
    this.errors = errors;
  }

  private String project() {
    return service.connection().project();
  }

  static boolean isActive(HmacKeyMetadata key) {
    return "ACTIVE".equals(key.getState());
  }

  /**
   * Returns all keys of a service account except deleted ones; none if there is no such account.
   */
  List<HmacKeyMetadata> of(String email) {
    try {
      return listed(email);
    } catch (DriverException.NotFound e) {
      return List.of();
    }
  }

  private List<HmacKeyMetadata> listed(String email) {
    List<HmacKeyMetadata> all = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Optional<String> from = token;
      HmacKeysMetadata page =
          errors
              .call(
                  "list the keys of",
                  email,
                  () ->
                      service.call(storage ->
                          storage
                              .projects()
                              .hmacKeys()
                              .list(project())
                              .setServiceAccountEmail(email)
                              .setPageToken(from.orElse(null))))
              .resource();
      all.addAll(Optional.ofNullable(page.getItems()).orElse(List.of()));
      token = Optional.ofNullable(page.getNextPageToken());
    } while (token.isPresent());
    return all;
  }

  /**
   * Creates a key. Only this answer contains its secret.
   *
   * @throws DriverException.QuotaExceeded naming the quota
   */
  HmacKey make(String email) {
    try {
      return errors
          .call(
              "make a key of",
              email,
              () -> service.call(storage -> storage.projects().hmacKeys().create(project(), email)))
          .resource();
    } catch (DriverException.QuotaExceeded e) {
      throw new DriverException.QuotaExceeded(
          errors.says(
              "make a key of",
              email,
              "the service account has all the HMAC keys that Google allows (10): retire old keys"
                  + " of the access, or revoke it"),
          e);
    }
  }

  /** Deactivates a key. No error if it is gone. */
  void deactivate(String accessId) {
    try {
      HmacKeyMetadata _ =
          errors
              .call(
                  "deactivate the key",
                  accessId,
                  () ->
                      service.call(storage ->
                          storage
                              .projects()
                              .hmacKeys()
                              .update(
                                  project(), accessId, new HmacKeyMetadata().setState(INACTIVE))))
              .resource();
    } catch (DriverException.NotFound e) {
      // gone
    } catch (DriverException.InvalidArgument e) {
      if (!isGone(accessId)) {
        throw e;
      }
    }
  }

  /** Returns whether a key exists; the service shows a deleted key for a while. */
  private boolean isGone(String accessId) {
    try {
      return errors
          .call(
              "look at the key",
              accessId,
              () -> service.call(storage -> storage.projects().hmacKeys().get(project(), accessId)))
          .resource()
          .getState()
          .equals("DELETED");
    } catch (DriverException.NotFound e) {
      return true;
    }
  }

  /** Deletes a key that is inactive. No error if it is gone. */
  void delete(String accessId) {
    try {
      errors.run(
          "delete the key",
          accessId,
          () -> service.run(storage -> storage.projects().hmacKeys().delete(project(), accessId)));
    } catch (DriverException.NotFound e) {
      // gone
    } catch (DriverException.InvalidArgument e) {
      if (!isGone(accessId)) {
        throw e;
      }
    }
  }
}
