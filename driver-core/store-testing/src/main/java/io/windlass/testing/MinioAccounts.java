package io.windlass.testing;

import io.windlass.secret.Secret;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import software.amazon.awssdk.http.SdkHttpMethod;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Users and policies of a MinIO server, as the server exports them: from its disk and not from its
 * memory, so that nothing that it keeps is missing here.
 *
 * @param users access keys of all users but the administrator
 * @param attached the policies of users by access key, also of users that are gone
 * @param policies all policies but those that come with MinIO
 */
public record MinioAccounts(Set<String> users, Map<String, String> attached, Set<String> policies) {
  private static final Set<String> BUILT_IN =
      Set.of("consoleAdmin", "diagnostics", "readonly", "readwrite", "writeonly");

  /** Reads them as the administrator. */
  public static MinioAccounts of(MinioServer server) {
    Map<String, JsonNode> files =
        unpacked(MinioAdminCall.make(server, SdkHttpMethod.GET, "export-iam", new byte[0]));
    Map<String, String> attached = new TreeMap<>();
    for (Map.Entry<String, JsonNode> mapping : file(files, "user_mappings").properties()) {
      attached.put(mapping.getKey(), mapping.getValue().path("policy").asString());
    }
    Set<String> policies = new TreeSet<>(file(files, "policies").propertyNames());
    policies.removeAll(BUILT_IN);
    return new MinioAccounts(
        new TreeSet<>(file(files, "users").propertyNames()), attached, policies);
  }

  /** Makes a user who may do everything. */
  public static void addAdministrator(MinioServer server, String accessKey, Secret secret) {
    add(server, accessKey, secret, "consoleAdmin", Optional.empty());
  }

  /**
   * Makes a user who may do what a policy says, which gets the name of the user.
   *
   * @param policy its text
   */
  public static void add(MinioServer server, String accessKey, Secret secret, String policy) {
    add(server, accessKey, secret, accessKey, Optional.of(policy));
  }

  private static void add(
      MinioServer server, String accessKey, Secret secret, String name, Optional<String> policy) {
    JsonMapper json = new JsonMapper();
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(archive)) {
      zip.putNextEntry(new ZipEntry(path("users")));
      zip.write(
          json.writeValueAsBytes(
              Map.of(accessKey, Map.of("secretKey", secret.reveal(), "status", "enabled"))));
      zip.putNextEntry(new ZipEntry(path("user_mappings")));
      zip.write(json.writeValueAsBytes(Map.of(accessKey, Map.of("policy", name))));
      if (policy.isPresent()) {
        zip.putNextEntry(new ZipEntry(path("policies")));
        zip.write(json.writeValueAsBytes(Map.of(name, json.readTree(policy.get()))));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    MinioAdminCall.make(server, SdkHttpMethod.PUT, "import-iam", archive.toByteArray());
  }

  /** Removes a user, who may be gone: a test that failed half way removes what there is. */
  public static void remove(MinioServer server, String accessKey) {
    if (of(server).users().contains(accessKey)) {
      String page = "remove-user?accessKey=" + accessKey;
      MinioAdminCall.make(server, SdkHttpMethod.DELETE, page, new byte[0]);
    }
  }

  private static Map<String, JsonNode> unpacked(byte[] archive) {
    JsonMapper json = new JsonMapper();
    Map<String, JsonNode> files = new TreeMap<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        files.put(entry.getName(), json.readTree(zip.readAllBytes()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  private static JsonNode file(Map<String, JsonNode> files, String name) {
    JsonNode file = files.get(path(name));
    if (file == null) {
      throw new IllegalStateException("MinIO exported no " + name + ", only " + files.keySet());
    }
    return file;
  }

  private static String path(String name) {
    return "iam-assets/%s.json".formatted(name);
  }
}
