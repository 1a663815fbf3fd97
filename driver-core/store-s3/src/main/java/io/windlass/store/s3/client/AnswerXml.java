package io.windlass.store.s3.client;

import java.io.InputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Readers of answers in XML, which fetch nothing that an answer names. */
public final class AnswerXml {
  private static final XMLInputFactory FACTORY = factory();

  private AnswerXml() {}

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    return factory;
  }

  /**
   * Returns a reader that stands before the first element.
   *
   * @throws XMLStreamException if this is no XML
   */
  public static XMLStreamReader reader(InputStream body) throws XMLStreamException {
    return FACTORY.createXMLStreamReader(body);
  }
}
