package io.windlass.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Trees of the layers of an image. Those that change least come first. */
final class ImageLayers {
  private ImageLayers() {}

  /** What every process needs, whatever it is: the C library, and names of users. */
  static Tree base(SystemLibraries libraries, ImageSettings settings) {
    Tree tree = new Tree();
    libraries.files().forEach((path, file) -> tree.put(path, new Content.Copy(file, 0755)));
    tree.text(
        "etc/passwd",
        """
        root:x:0:0:root:/:/sbin/nologin
        windlass:x:65532:65532:windlass:/tmp:/sbin/nologin
        """,
        0644);
    tree.text("etc/group", "root:x:0:\nwindlass:x:65532:\n", 0644);
    tree.text("etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n", 0644);
    Path licence = settings.root().resolve("usr/share/doc/libc6/copyright");
    if (Files.exists(licence)) {
      tree.put("usr/share/doc/libc6/copyright", new Content.Copy(licence, 0644));
    }
    return tree.put("tmp", new Content.Folder(01777));
  }

  /** The JDK's part. */
  static Tree runtime(JavaRuntime runtime) throws IOException {
    return new Tree().copy(JavaRuntime.PLACE, runtime.directory());
  }

  /** Libraries that are not ours. */
  static Tree libraries(Staging staging) throws IOException {
    Tree tree = new Tree();
    for (Map.Entry<String, Path> jar : staging.jars().entrySet()) {
      if (!isOurs(jar.getValue())) {
        tree.put(Staging.PLACE + "/" + jar.getKey(), new Content.Copy(jar.getValue(), 0644));
      }
    }
    for (Map.Entry<String, Path> file : staging.natives().entrySet()) {
      tree.put(Staging.PLACE + "/" + file.getKey(), new Content.Copy(file.getValue(), 0755));
    }
    return tree;
  }

  /** Windlass itself. */
  static Tree windlass(Staging staging, ArgumentFiles arguments, Sbom sbom) throws IOException {
    Tree tree = new Tree();
    for (Map.Entry<String, Path> jar : staging.jars().entrySet()) {
      if (isOurs(jar.getValue())) {
        tree.put(Staging.PLACE + "/" + jar.getKey(), new Content.Copy(jar.getValue(), 0644));
      }
    }
    tree.put(Staging.PLACE + "/LICENSE", new Content.Copy(staging.home().resolve("LICENSE"), 0644));
    tree.put(Staging.PLACE + "/windlass.cdx.json", new Content.Text(sbom.json(), 0644));
    arguments.addTo(tree);
    return tree;
  }

  /** Ahead-of-time caches, which differ from build to build. */
  static Tree caches(Staging staging) throws IOException {
    Tree tree = new Tree();
    for (Path cache : staging.caches()) {
      tree.put(Staging.PLACE + "/lib/" + cache.getFileName(), new Content.Copy(cache, 0644));
    }
    return tree;
  }

  private static boolean isOurs(Path jar) {
    return jar.getFileName().toString().startsWith("windlass");
  }
}
