import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Joins the third-party libraries into one jar: a process keeps each jar of its class path open. The same libraries give the same bytes.
 * Files of the same name with different content are an error, unless there is a rule for them.
 *
 * <p>Usage: {@code java JoinLibraries.java JAR FILE}. FILE has the class path of the libraries.
 */
public final class JoinLibraries {
  /** Each line of these files is an entry of its own. */
  private static final Pattern LISTS =
      Pattern.compile("META-INF/services/[^/]+|META-INF/io\\.netty\\.versions\\.properties");

  /** Terms of one library. The folder of a library keeps them apart from those of the others. */
  private static final Pattern TERMS = Pattern.compile(
      "(META-INF/)?(license/)?([^/]*(LICENSE|NOTICE)[^/]*|DEPENDENCIES|THIRD-PARTY\\.txt)");

  /** Descriptions of the archive, which are wrong for the joined one. A class path has no modules. */
  private static final Pattern DROPPED = Pattern.compile(
      "META-INF/(MANIFEST\\.MF|INDEX\\.LIST)|(META-INF/versions/\\d+/)?(module-info\\.class|OSGI-INF/MANIFEST\\.MF)");

  private static final Pattern VERSIONED = Pattern.compile("META-INF/versions/\\d+/.*");

  /** The signature of an archive. The JDK of Oracle accepts providers of cryptography only with it. */
  private static final Pattern SIGNATURE = Pattern.compile("META-INF/[^/]+\\.SF");

  /** Programs that look for known vulnerabilities read these. A library may have those of others that it contains. */
  private static final Pattern COORDINATES =
      Pattern.compile("META-INF/maven/[^/]+/([^/]+)/pom\\.(properties|xml)");

  /**
   * Native libraries are large, and the launcher uses files instead. All else is stored: a start on one core takes a tenth less time if it
   * inflates no classes.
   */
  private static final Pattern COMPRESSED = Pattern.compile(".*\\.(so|dll|dylib|jnilib)");

  private static final int BUFFER = 1 << 16;

  /** All entries of the joined jar have this time. */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private record Content(String library, byte[] bytes) {}

  private final Map<String, Content> contents = new TreeMap<>();

  private JoinLibraries() {}

  public static void main(String[] arguments) throws IOException {
    String[] libraries =
        Files.readString(Path.of(arguments[1])).strip().split(Pattern.quote(File.pathSeparator));
    try {
      join(Path.of(arguments[0]), Arrays.stream(libraries).map(Path::of).toList());
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  /**
   * Writes the joined jar.
   *
   * @throws IllegalArgumentException if libraries do not fit together
   */
  public static void join(Path jar, List<Path> libraries) throws IOException {
    JoinLibraries joined = new JoinLibraries();
    for (Path library : libraries) {
      joined.add(library);
    }
    // The build may end at any time. An incomplete jar would count as up to date.
    Path part = jar.resolveSibling(jar.getFileName() + ".part");
    joined.write(part);
    Files.move(part, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private void add(Path library) throws IOException {
    String name = library.getFileName().toString().replaceFirst("\\.jar$", "");
    try (JarFile file = new JarFile(library.toFile())) {
      Manifest manifest = file.getManifest();
      boolean multiRelease = manifest != null
          && Boolean.parseBoolean(
              manifest.getMainAttributes().getValue(Attributes.Name.MULTI_RELEASE));
      for (ZipEntry entry : Collections.list(file.entries())) {
        String path = entry.getName();
        if (SIGNATURE.matcher(path).matches()) {
          throw new IllegalArgumentException(
              name + ": signed (expected: a jar of its own in lib/, see gateway/pom.xml)");
        }
        if (!DROPPED.matcher(path).matches()
            && (multiRelease || !VERSIONED.matcher(path).matches())) {
          try (InputStream in = file.getInputStream(entry)) {
            add(path, new Content(name, in.readAllBytes()));
          }
        }
      }
    }
  }

  private void add(String path, Content content) {
    if (TERMS.matcher(path).matches()) {
      contents.put(
          "META-INF/licenses/" + content.library + "/" + path.replaceFirst(".*/", ""), content);
      return;
    }
    Content other = contents.putIfAbsent(path, content);
    if (other == null || path.endsWith("/")) {
      return;
    }
    if (LISTS.matcher(path).matches()) {
      contents.put(path, joinLines(other, content));
    } else if (COORDINATES.matcher(path).matches()) {
      if (!describes(path, other)) {
        contents.put(path, content);
      }
    } else if (path.endsWith(".class") || !Arrays.equals(content.bytes, other.bytes)) {
      throw new IllegalArgumentException(
          "%s: in %s and %s (expected: in one library, or a rule in JoinLibraries)"
              .formatted(path, other.library, content.library));
    }
  }

  private static boolean describes(String path, Content content) {
    Matcher coordinates = COORDINATES.matcher(path);
    return coordinates.matches() && content.library.startsWith(coordinates.group(1));
  }

  private static Content joinLines(Content first, Content second) {
    Set<String> lines = new LinkedHashSet<>();
    for (Content each : List.of(first, second)) {
      lines.addAll(new String(each.bytes, StandardCharsets.UTF_8).lines().toList());
    }
    String text = String.join("\n", lines) + "\n";
    return new Content(
        first.library + " and " + second.library, text.getBytes(StandardCharsets.UTF_8));
  }

  private void write(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MULTI_RELEASE, "true");
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    manifest.write(head);
    try (ZipOutputStream out =
        new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(jar), BUFFER))) {
      out.setLevel(Deflater.BEST_SPEED);
      write(out, JarFile.MANIFEST_NAME, head.toByteArray());
      for (Map.Entry<String, Content> each : contents.entrySet()) {
        write(out, each.getKey(), each.getValue().bytes);
      }
    }
  }

  private static void write(ZipOutputStream out, String path, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(path);
    entry.setTimeLocal(TIME);
    if (COMPRESSED.matcher(path).matches()) {
      entry.setMethod(ZipEntry.DEFLATED);
    } else {
      CRC32 checksum = new CRC32();
      checksum.update(bytes);
      entry.setMethod(ZipEntry.STORED);
      entry.setSize(bytes.length);
      entry.setCrc(checksum.getValue());
    }
    out.putNextEntry(entry);
    out.write(bytes);
    out.closeEntry();
  }
}
