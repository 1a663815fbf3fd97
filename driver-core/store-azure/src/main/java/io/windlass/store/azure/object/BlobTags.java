package io.windlass.store.azure.object;

import com.azure.core.http.HttpMethod;
import com.azure.storage.common.Utility;
import io.windlass.error.DriverException;
import io.windlass.object.ObjectProperties;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureVersion;
import io.windlass.store.azure.client.BlobRequest;
import java.io.ByteArrayInputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Index tags of blobs. They have a permission of their own, unlike metadata. Accounts with a
 * hierarchical namespace have none.
 */
final class BlobTags {
  private BlobTags() {}

  /** "Put Blob", x-ms-tags: names and values as in a query. */
  static String header(Map<String, String> tags) {
    return new TreeMap<>(tags)
        .entrySet().stream()
            .map(tag -> Utility.urlEncode(tag.getKey()) + "=" + Utility.urlEncode(tag.getValue()))
            .collect(Collectors.joining("&"));
  }

  /**
   * Returns all properties of a blob; asks for its tags if it has any.
   *
   * @param seen properties from an answer about the blob
   * @throws DriverException.PermissionDenied if the credential may not read the tags
   */
  static ObjectProperties whole(
      AzureContainer container, String key, AzureVersion version, ObjectProperties seen) {
    if (seen.whole()) {
      return seen;
    }
    try {
      byte[] answer =
          new BlobRequest(container, HttpMethod.GET, key)
              .query("comp", "tags")
              .kept(version)
              .read("read the tags of");
      return BlobHeaders.tagged(
          seen,
          container
              .errors()
              .call("read the tags of", container.target(key), () -> BlobTags.read(answer)));
    } catch (DriverException.PermissionDenied e) {
      throw new DriverException.PermissionDenied(
          container
              .errors()
              .says(
                  "read the tags of",
                  container.target(key),
                  "it has index tags, which would be lost, and the credential may not read them: a"
                      + " shared access signature needs the permission t, and a role the action"
                      + " Microsoft.Storage/storageAccounts/blobServices/containers/blobs/tags/read"
                      + " and write"),
          e);
    }
  }

  /** "Get Blob Tags": the body of an answer. */
  private static Map<String, String> read(byte[] answer) {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    Map<String, String> tags = new HashMap<>();
    try {
      XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(answer));
      xml.nextTag();
      if (!xml.getLocalName().equals("Tags")) {
        throw AzureAnswers.noAnswer("it has no tags");
      }
      String name = "";
      while (xml.hasNext()) {
        xml.next();
        if (xml.isStartElement() && xml.getLocalName().equals("Key")) {
          name = xml.getElementText();
        } else if (xml.isStartElement() && xml.getLocalName().equals("Value")) {
          tags.put(name, xml.getElementText());
        }
      }
      return tags;
    } catch (XMLStreamException e) {
      throw AzureAnswers.noAnswer("it has no tags in XML");
    }
  }
}
