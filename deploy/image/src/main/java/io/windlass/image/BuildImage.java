package io.windlass.image;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Program that builds the image. */
public final class BuildImage {
  private BuildImage() {}

  /** Builds one image. The options are those of {@link ImageSettings}. */
  public static void main(String[] options) throws IOException {
    build(ImageSettings.parse(List.of(options)), System.out);
  }

  /**
   * Builds an image into the layout {@code oci} of the output directory, beside one for another
   * architecture that is there already. Returns the digest of its manifest.
   */
  static String build(ImageSettings settings, PrintStream out) throws IOException {
    Path made = settings.output().resolve(settings.architecture().oci());
    delete(made);
    JavaRuntime runtime = JavaRuntime.link(settings.jdk(), made.resolve("runtime"));
    setTimes(settings, runtime.directory());
    Path host = settings.architecture().isHere() ? runtime.directory() : javaHome();
    Staging staging =
        Staging.of(
            settings.distribution(),
            made.resolve("windlass"),
            host,
            settings.architecture(),
            settings.time());
    SystemLibraries libraries =
        SystemLibraries.of(runtime.directory(), settings.root(), settings.architecture());
    Sbom sbom =
        Sbom.of(
            settings.version(),
            settings.sbom(),
            staging,
            settings.jdk().orElseGet(BuildImage::javaHome),
            libraries,
            settings.architecture());
    Files.writeString(made.resolve("windlass.cdx.json"), sbom.json());
    if (settings.caches()) {
      staging.train();
    }

    OciLayout layout = OciLayout.at(settings.output().resolve("oci"));
    ArgumentFiles arguments = ArgumentFiles.of(staging, settings.architecture());
    List<Layer> layers = new ArrayList<>();
    layers.add(layout.layer("C library", ImageLayers.base(libraries, settings), settings.time()));
    layers.add(layout.layer("Java runtime", ImageLayers.runtime(runtime), settings.time()));
    layers.add(layout.layer("libraries", ImageLayers.libraries(staging), settings.time()));
    layers.add(
        layout.layer("windlass", ImageLayers.windlass(staging, arguments, sbom), settings.time()));
    if (!staging.caches().isEmpty()) {
      layers.add(
          layout.layer("ahead-of-time caches", ImageLayers.caches(staging), settings.time()));
    }
    String manifest = write(layout, settings, layers);
    print(out, settings, layers, manifest);
    return manifest;
  }

  private static String write(OciLayout layout, ImageSettings settings, List<Layer> layers)
      throws IOException {
    String configuration = layout.document(ImageDocuments.configuration(settings, layers));
    String manifest = layout.document(ImageDocuments.manifest(layout, configuration, layers));
    String images =
        layout.document(
            ImageDocuments.images(layout, settings.architecture(), manifest, old(layout)));
    layout.index(ImageDocuments.index(layout, images, settings.version()));
    layout.clean();
    return manifest;
  }

  /** The index of images that a layout has from before. */
  private static JsonNode old(OciLayout layout) {
    return layout
        .index()
        .map(index -> index.path("manifests").path(0).path("digest").asString())
        .map(layout::document)
        .orElseGet(MissingNode::getInstance);
  }

  private static void print(
      PrintStream out, ImageSettings settings, List<Layer> layers, String manifest) {
    out.printf(
        Locale.ROOT,
        "image windlass:%s for %s: %s%n",
        settings.version(),
        settings.architecture().oci(),
        manifest);
    layers.forEach(layer ->
        out.printf(
            Locale.ROOT,
            "  %-20s %6.1f MB, %6.1f MB to pull%n",
            layer.name(),
            layer.unpacked() / 1e6,
            layer.size() / 1e6));
    out.printf(
        Locale.ROOT,
        "  %-20s %6.1f MB, %6.1f MB to pull%n",
        "all",
        layers.stream().mapToLong(Layer::unpacked).sum() / 1e6,
        layers.stream().mapToLong(Layer::size).sum() / 1e6);
  }

  private static Path javaHome() {
    return Path.of(System.getProperty("java.home"));
  }

  /** Caches hold the times of the runtime's files. */
  private static void setTimes(ImageSettings settings, Path directory) throws IOException {
    try (Stream<Path> walk = Files.walk(directory)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(file, FileTime.from(settings.time()));
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      return;
    }
    try (Stream<Path> walk = Files.walk(directory)) {
      for (Path file : walk.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
