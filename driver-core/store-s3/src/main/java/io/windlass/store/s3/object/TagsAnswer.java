package io.windlass.store.s3.object;

import io.windlass.store.s3.client.AnswerXml;
import io.windlass.store.s3.client.S3Answer;
import java.io.CharConversionException;
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
  private static final String KEY = "Key";
  private static final String VALUE = "Value";

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
    try (InputStream body = answer.page()) {
      Optional<XMLStreamReader> reader = begun(body);
      return reader.isPresent() ? Optional.of(tags(reader.get())) : notTags(answer);
    } catch (XMLStreamException e) {
      if (e.getNestedException() instanceof IOException broken) {
        throw broken;
      }
      throw S3Answers.noAnswer("its tags cannot be read", e);
    }
  }

  /** Returns a reader of tags; empty if this is something else. */
  private static Optional<XMLStreamReader> begun(InputStream body) throws IOException {
    try {
      XMLStreamReader reader = AnswerXml.reader(body);
      reader.nextTag();
      return Optional.of(reader).filter(each -> each.getLocalName().equals(ROOT));
    } catch (XMLStreamException e) {
      // What is no text is no XML either.
      if (e.getNestedException() instanceof IOException broken
          && !(broken instanceof CharConversionException)) {
        throw broken;
      }
      return Optional.empty();
    }
  }

  private static Optional<Map<String, String>> notTags(S3Answer answer) {
    answer.body().ifPresent(AbortableInputStream::abort);
    if (answer.head().firstMatchingHeader("ETag").isPresent()) {
      return Optional.empty();
    }
    throw S3Answers.noAnswer("it has no tags");
  }

  private static Map<String, String> tags(XMLStreamReader reader) throws XMLStreamException {
    Map<String, String> tags = new HashMap<>();
    Map<String, String> tag = new HashMap<>();
    for (int event = reader.next();
        event != XMLStreamConstants.END_DOCUMENT;
        event = reader.next()) {
      switch (event) {
        case XMLStreamConstants.START_ELEMENT -> {
          String name = reader.getLocalName();
          if (name.equals(KEY) || name.equals(VALUE)) {
            tag.put(name, reader.getElementText());
          }
        }
        case XMLStreamConstants.END_ELEMENT -> {
          if (reader.getLocalName().equals("Tag")) {
            if (!tag.containsKey(KEY) || !tag.containsKey(VALUE)) {
              throw S3Answers.noAnswer("it has a tag without a key or a value");
            }
            tags.put(tag.get(KEY), tag.get(VALUE));
            tag.clear();
          }
        }
        default -> {}
      }
    }
    return tags;
  }
}
