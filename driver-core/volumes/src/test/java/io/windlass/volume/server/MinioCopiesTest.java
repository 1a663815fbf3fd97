package io.windlass.volume.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Content;
import io.windlass.object.ModifiedTime;
import io.windlass.provision.Emptier;
import io.windlass.provision.LeasedOperation;
import io.windlass.provision.OpenBackend;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.store.CopySource;
import io.windlass.store.InterceptedStore;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreCall;
import io.windlass.store.contract.PropertiesContract;
import io.windlass.store.s3.MinioBackends;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import io.windlass.volume.server.Copies.Order;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/** Tests what other clients see of the copies of a volume. */
@RealServer(MinioServer.class)
class MinioCopiesTest {
  private static final int MORE_THAN_A_PIECE = (64 << 20) + 5;

  @Test
  void aCopyIsDescribedAsItsSourceInOnePieceAndInSeveral(
      MinioServer server, @TempDir Path directory) {
    Keyring ring = Keyring.parse(Keyring.generate());
    String bucket = UniqueName.of("copies");
    try (Backend backend = MinioBackends.patient(server, directory, () -> ring);
        S3Client other = client(server)) {
      LeasedOperation operation =
          LeasedOperation.on(
              new OpenBackend(
                  backend,
                  new Registry(
                      new RegistryBucket(backend, bucket, true),
                      Owner.current("test:/a.sock"),
                      () -> 0),
                  bucket));
      backend.buckets().create(bucket, BucketSettings.DEFAULT);
      ObjectStore objects = backend.objects(bucket);
      PutOptions described =
          PutOptions.DEFAULT
              .withMetadata(Map.of("a", "b"))
              .withProperties(
                  PropertiesContract.sample(
                      backend.capabilities().features(),
                      Map.of("x-amz-storage-class", "REDUCED_REDUNDANCY")));
      objects.put("small", Content.of(new byte[3]), described);
      objects.put("large", Content.of(new byte[MORE_THAN_A_PIECE]), described);
      List<Order> orders =
          List.of(
              new Order(CopySource.of(bucket, "small"), 3, "small copy"),
              new Order(CopySource.of(bucket, "large"), MORE_THAN_A_PIECE, "large copy"));
      assertThat(new Copies(operation, objects).all(orders)).containsExactly(true, true);
      for (String key : List.of("small copy", "large copy")) {
        HeadObjectResponse seen = other.headObject(head -> head.bucket(bucket).key(key));
        assertThat(seen.storageClassAsString()).as(key).isEqualTo("REDUCED_REDUNDANCY");
        PropertiesContract.assertHas(objects, key, described.properties());
        String time = ModifiedTime.text(objects.head(key.replace(" copy", "")).lastModified());
        assertThat(seen.metadata()).as(key).isEqualTo(Map.of("a", "b", ModifiedTime.NAME, time));
      }
      // What no upload can be given, annotations for example, the server copies with the whole.
      Order order = new Order(CopySource.of(bucket, "large"), MORE_THAN_A_PIECE, "whole copy");
      assertThat(new Copies(operation, withoutUploads(objects)).all(List.of(order)))
          .containsExactly(true);
      PropertiesContract.assertHas(objects, "whole copy", described.properties());
      new Emptier(operation, bucket, "").run();
      backend.buckets().delete(bucket);
    }
  }

  private static ObjectStore withoutUploads(ObjectStore objects) {
    return new InterceptedStore(
        objects,
        new InterceptedStore.Interceptor() {
          @Override
          public <T> T call(StoreCall call, Supplier<T> next) {
            if (call == StoreCall.START_UPLOAD) {
              throw new DriverException.Unsupported("it would lose its annotations", null);
            }
            return next.get();
          }
        });
  }

  private static S3Client client(MinioServer server) {
    return S3Client.builder()
        .endpointOverride(server.endpoint())
        .region(Region.US_EAST_1)
        .forcePathStyle(true)
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(server.rootAccessKey(), server.rootSecret().reveal())))
        .build();
  }
}
