package io.windlass.fake.gcs;

import java.io.ByteArrayInputStream;
import java.util.HashMap;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** cloud.google.com/storage/docs/xml-api/put-object-compose: the same with an XML document. */
record XmlCompose(ComposeApi compose) {

  WireAnswer answer(WireRequest request, Principal who, GcsBucket bucket, String name) {
    XmlObjects.requireModelled(request);
    ObjectNode body = JsonText.object();
    ObjectNode destination = XmlObjects.fields(request);
    destination.remove(ObjectFields.KMS_KEY); // said by itself
    body.set("destination", destination);
    sources(request.body(), body.putArray("sourceObjects"));
    StoredObject written =
        compose.composed(
            who, bucket, name, body, XmlObjects.key(request), XmlObjects.conditions(request));
    Map<String, String> headers = new HashMap<>(ObjectResource.headers(bucket, written));
    headers.keySet().removeIf(header -> !header.startsWith("x-goog-"));
    headers.keySet().removeIf(header -> header.startsWith("x-goog-meta-"));
    return WireAnswer.of(200).with(headers);
  }

  private static void sources(byte[] document, ArrayNode sources) {
    XMLInputFactory factory = XMLInputFactory.newInstance();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    try {
      XMLStreamReader in = factory.createXMLStreamReader(new ByteArrayInputStream(document));
      in.nextTag();
      in.require(XMLStreamReader.START_ELEMENT, null, "ComposeRequest");
      while (in.nextTag() == XMLStreamReader.START_ELEMENT) {
        in.require(XMLStreamReader.START_ELEMENT, null, "Component");
        component(in, sources.addObject());
      }
    } catch (XMLStreamException e) {
      throw Refusal.of(400, "MalformedCompositionRequest", "The composition request is malformed.");
    }
  }

  private static void component(XMLStreamReader in, ObjectNode source) throws XMLStreamException {
    while (in.nextTag() == XMLStreamReader.START_ELEMENT) {
      switch (in.getLocalName()) {
        case "Name" -> source.put("name", in.getElementText());
        case "Generation" -> source.put("generation", in.getElementText());
        case "IfGenerationMatch" ->
            source.putObject("objectPreconditions").put("ifGenerationMatch", in.getElementText());
        default -> throw Refusal.unknown("the element " + in.getLocalName());
      }
    }
  }
}
