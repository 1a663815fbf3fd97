package io.windlass.fake.gcs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The fake as a process, for clients that are none of Java's. Prints the URL of the storage, that
 * of the identities, and an administrator's access token.
 */
public final class FakeGcsProcess {
  private FakeGcsProcess() {}

  /**
   * Runs until it is killed, with a project of the name {@code project}.
   *
   * @param arguments a file into which the administrator's key is written; or none. After it,
   *     {@code --late} lets changes of access take effect late, as {@link FakeSettings} says
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    try (FakeGcs fake = new FakeGcs("project").writesAtAnyRate()) {
      if (!List.of(arguments).contains("--late")) {
        FakeGcs _ = fake.accessAtOnce();
      }
      String administrator = fake.administrator();
      if (arguments.length > 0) {
        Path _ = Files.writeString(Path.of(arguments[0]), fake.credentials(administrator));
      }
      System.out.println(
          fake.storage() + " " + fake.identity() + " " + fake.accessToken(administrator));
      Thread.currentThread().join();
    }
  }
}
