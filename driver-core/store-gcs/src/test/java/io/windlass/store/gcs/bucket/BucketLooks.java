package io.windlass.store.gcs.bucket;

import com.google.api.client.http.javanet.NetHttpTransport;
import com.google.api.client.json.gson.GsonFactory;
import com.google.api.services.storage.Storage;
import com.google.api.services.storage.model.Bucket;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Asks the fake for buckets and objects as they are, without the code under test. */
public final class BucketLooks {
  private final Storage storage;

  public BucketLooks(FakeGcs fake) {
    String email = fake.serviceAccount("onlooker");
    fake.grant(email, "roles/storage.admin");
    fake.grant(email, "roles/storage.hmacKeyAdmin");
    this.storage =
        new Storage.Builder(
                new NetHttpTransport(),
                GsonFactory.getDefaultInstance(),
                request -> {
                  request.setReadTimeout(Math.toIntExact(Patience.LONG.toMillis()));
                  request.getHeaders().setAuthorization("Bearer " + fake.accessToken(email));
                })
            .setRootUrl(fake.storage() + "/")
            .setApplicationName("onlooker")
            .build();
  }

  /** The client of Google. */
  public Storage storage() {
    return storage;
  }

  public Bucket at(String name) {
    try {
      return storage.buckets().get(name).execute();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
