package io.windlass.store.s3.access;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An error as MinIO answers it: its admin API in JSON, what stands before that in XML. What is not
 * said is empty.
 */
record MinioError(String code, String message) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern CODE = Pattern.compile("<Code>([^<]*)</Code>");
  private static final Pattern MESSAGE = Pattern.compile("<Message>([^<]*)</Message>");

  /** Reads the body of an answer, whatever it is. */
  static MinioError read(byte[] body) {
    try {
      JsonNode error = JSON.readTree(body);
      return new MinioError(error.path("Code").asString(""), error.path("Message").asString(""));
    } catch (JacksonException e) {
      String xml = new String(body, StandardCharsets.UTF_8);
      return new MinioError(find(CODE, xml), find(MESSAGE, xml));
    }
  }

  private static String find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(1) : "";
  }
}
