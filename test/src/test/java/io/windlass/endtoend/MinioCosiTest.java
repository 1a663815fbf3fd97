package io.windlass.endtoend;

import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.S3Clients;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The gate has the whole contract here: of the servers that enforce access, this is the quickest.
 */
@RealServer(MinioServer.class)
class MinioCosiTest extends CosiContract {
  private final MinioServer server;

  MinioCosiTest(PrivateServer<MinioServer> own) {
    this.server = own.server();
  }

  @Override
  DriverSetup setup() {
    return DriverSetup.minio(server);
  }

  @Override
  void makeBucket(String name) {
    try (S3Client root =
        S3Clients.client(server.endpoint(), server.rootAccessKey(), server.rootSecret())) {
      root.createBucket(b -> b.bucket(name));
    }
  }

  @Override
  StoreDialect dialect() {
    return new S3Dialect();
  }

  @Override
  boolean reachesSeveral() {
    return true;
  }

  @Override
  boolean hasVersions() {
    return true;
  }
}
