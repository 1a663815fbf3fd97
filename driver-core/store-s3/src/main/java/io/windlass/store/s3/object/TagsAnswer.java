package io.windlass.store.s3.object;

import io.windlass.store.s3.client.AnswerXml;
import io.windlass.store.s3.client.S3Answer;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.AbortableInputStream;

/**
 * Reads the answer to the request for the tags of an object.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectTagging.html">GetObjectTagging</a>
 */
final class TagsAnswer {
  private static final String ROOT = "Tagging";

  private TagsAnswer() {}

  /**
   * Reads the tags, and closes the answer. A server that does not know tags, such as gofakes3,
   * takes the request for one of the object, and sends its content, of which little is read.
   *
   * @return empty if the answer is the object itself
   * @throws SdkClientException if it is neither
   * @throws IOException if the answer is broken
   */
  static Optional<Map<String, String>> read(S3Answer answer) throws IOException {
    boolean mayBeObject = answer.head().firstMatchingHeader("ETag").isPresent();
    try (InputStream body = answer.page()) {
      XMLStreamReader reader = AnswerXml.reader(body);
      reader.nextTag();
      if (reader.getLocalName().equals(ROOT)) {
        return Optional.of(tags(reader));
      }
      return notTags(answer, mayBeObject, S3Answers.noAnswer("it has no tags"));
    } catch (XMLStreamException e) {
      if (e.getNestedException() instanceof IOException broken) {
        throw broken;
      }
      return notTags(answer, mayBeObject, S3Answers.noAnswer("its tags cannot be read", e));
    }
  }

  private static Optional<Map<String, String>> notTags(
      S3Answer answer, boolean isObject, SdkClientException otherwise) {
    answer.body().ifPresent(AbortableInputStream::abort);
    if (isObject) {
      return Optional.empty();
    }
    throw otherwise;
  }

  private static Map<String, String> tags(XMLStreamReader reader) throws XMLStreamException {
    Map<String, String> tags = new HashMap<>();
    String key = "";
    for (int event = reader.next();
        event != XMLStreamConstants.END_DOCUMENT;
        event = reader.next()) {
      if (event == XMLStreamConstants.START_ELEMENT) {
        switch (reader.getLocalName()) {
          case "Key" -> key = reader.getElementText();
          case "Value" -> tags.put(key, reader.getElementText());
          default -> {}
        }
      }
    }
    return tags;
  }
}
