package io.windlass.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.contract.Bytes;
import io.windlass.store.contract.ConditionContract;
import io.windlass.store.contract.CopyContract;
import io.windlass.store.contract.DirectoryContract;
import io.windlass.store.contract.MetadataContract;
import io.windlass.store.contract.UploadContract;
import io.windlass.store.contract.WholeObjectContract;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Key;
import io.windlass.testing.Patience;
import io.windlass.testing.RealServer;
import io.windlass.testing.VersityServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A server of no flavour keeps what the contract of data says of contents, conditions, copies and
 * uploads, on Versity S3 Gateway. It keeps objects as files, so keys are paths there.
 */
@RealServer(VersityServer.class)
@TestInstance(Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class VersitygwContractTest
    implements WholeObjectContract,
        ConditionContract,
        CopyContract,
        MetadataContract,
        UploadContract,
        DirectoryContract {
  private final S3Backend backend;

  VersitygwContractTest(VersityServer server) {
    backend =
        S3Backend.forData(
            "versitygw",
            S3Connection.to(server.endpoint()).withTimeouts(Patience.LONG, Patience.LONG),
            () -> new S3Key(server.rootAccessKey(), server.rootSecret()));
  }

  @AfterAll
  void close() {
    backend.close();
  }

  @Override
  public Backend backend() {
    return backend;
  }

  /** The gateway says again what it said, and changes nothing. */
  @Test
  @Override
  public void aCompletedUploadIsGone(ObjectStore store) {
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    List<Part> parts = List.of(uploads.send(upload, 1, Bytes.text("x")));
    ObjectInfo completed = uploads.complete(upload, parts, Condition.always());
    ObjectInfo other = store.put("key", Bytes.text("other"), PutOptions.DEFAULT);

    assertThat(uploads.complete(upload, parts, Condition.always()).revision())
        .isEqualTo(completed.revision());
    assertThat(store.head("key").revision()).isEqualTo(other.revision());
  }
}
