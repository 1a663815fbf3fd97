import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Makes libraries of a distribution fit for the JVM's ahead-of-time cache, which takes no class of a
 * signed jar and none of before Java 6. The build runs it: arguments are the directory of the jars,
 * and the one for native libraries, which then need not be unpacked by each process.
 */
public final class CacheableLibraries {
  private static final String NATIVE = ".so";

  /** By their classifiers: what {@code uname -m} says there. */
  private static final Map<String, String> MACHINES =
      Map.of("x86_64", "x86_64", "aarch_64", "aarch64");

  private CacheableLibraries() {}

  public static void main(String[] arguments) throws IOException {
    Path lib = Path.of(arguments[0]);
    Path natives = Path.of(arguments[1]);
    for (Path jar : list(lib, "picocli-")) {
      rewrite(jar, natives);
    }
    for (Path jar : list(lib, "AmazonCorrettoCryptoProvider-")) {
      String name = jar.getFileName().toString();
      String classifier = name.substring(name.indexOf("-linux-") + 7, name.length() - 4);
      rewrite(jar, Files.createDirectories(natives.resolve(MACHINES.get(classifier))));
    }
  }

  private static List<Path> list(Path lib, String prefix) throws IOException {
    try (Stream<Path> files = Files.list(lib)) {
      return files.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
    }
  }

  private static void rewrite(Path jar, Path natives) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarFile from = new JarFile(jar.toFile());
        URLClassLoader loader =
            new URLClassLoader(
                new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        ZipOutputStream to = new ZipOutputStream(bytes)) {
      for (ZipEntry entry : Collections.list(from.entries())) {
        String name = entry.getName();
        byte[] content = from.getInputStream(entry).readAllBytes();
        if (name.endsWith(NATIVE)) {
          Files.write(natives.resolve(name.substring(name.lastIndexOf('/') + 1)), content);
        } else if (!name.matches("META-INF/[^/]*\\.(SF|RSA|DSA|EC)")) {
          ZipEntry copy = new ZipEntry(name);
          copy.setTime(entry.getTime());
          to.putNextEntry(copy);
          to.write(changed(name, content, loader));
        }
      }
    }
    Files.write(jar, bytes.toByteArray());
  }

  private static byte[] changed(String name, byte[] content, ClassLoader loader)
      throws IOException {
    if (name.equals(JarFile.MANIFEST_NAME)) {
      return withoutDigests(content);
    }
    return name.endsWith(".class") ? ofJava8(content, loader) : content;
  }

  private static byte[] withoutDigests(byte[] content) throws IOException {
    Manifest manifest = new Manifest(new ByteArrayInputStream(content));
    for (Attributes each : manifest.getEntries().values()) {
      each.keySet().removeIf(name -> name.toString().endsWith("-Digest"));
    }
    manifest.getEntries().values().removeIf(Attributes::isEmpty);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    manifest.write(out);
    return out.toByteArray();
  }

  /** An older class gets the frames by which classes are verified since Java 7. */
  private static byte[] ofJava8(byte[] content, ClassLoader loader) {
    ClassFile files =
        ClassFile.of(
            StackMapsOption.GENERATE_STACK_MAPS,
            ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(loader)
                    .orElse(ClassHierarchyResolver.defaultResolver())));
    ClassModel parsed = files.parse(content);
    if (parsed.majorVersion() >= ClassFile.JAVA_8_VERSION) {
      return content;
    }
    return files.transformClass(
        parsed,
        ClassTransform.transformingMethodBodies((code, element) -> code.with(element))
            .andThen((type, element) -> {
              if (element instanceof ClassFileVersion) {
                type.withVersion(ClassFile.JAVA_8_VERSION, 0);
              } else {
                type.with(element);
              }
            }));
  }
}
