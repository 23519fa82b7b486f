package io.lychgate.gateway.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The media types of file names, from a table in a resource. Each line has one type and its extensions. */
final class ContentTypes {
  private static final String RESOURCE = "/files/content-types.txt";
  private static final String UNKNOWN = "application/octet-stream";

  private final Map<String, String> byExtension;

  private ContentTypes(Map<String, String> byExtension) {
    this.byExtension = byExtension;
  }

  static ContentTypes load() {
    try (InputStream table = ContentTypes.class.getResourceAsStream(RESOURCE)) {
      if (table == null) {
        throw new IllegalStateException("resource: none (expected: " + RESOURCE + ")");
      }
      return read(new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8)));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** Returns the media type of a file name, with its charset if it needs one. */
  String of(String fileName) {
    int dot = fileName.lastIndexOf('.');
    String extension = fileName.substring(dot + 1).toLowerCase(Locale.ROOT);
    return dot < 0 ? UNKNOWN : byExtension.getOrDefault(extension, UNKNOWN);
  }

  private static ContentTypes read(BufferedReader table) throws IOException {
    Map<String, String> types = new HashMap<>();
    for (String line = table.readLine(); line != null; line = table.readLine()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] words = line.split(" +", -1);
      for (int i = 1; i < words.length; i++) {
        types.put(words[i], withCharset(words[0]));
      }
    }
    return new ContentTypes(Map.copyOf(types));
  }

  /** Adds the charset to texts, whose default differs between clients. RFC 8259 11 defines none for JSON. */
  private static String withCharset(String type) {
    return type.startsWith("text/") ? type + "; charset=utf-8" : type;
  }
}
