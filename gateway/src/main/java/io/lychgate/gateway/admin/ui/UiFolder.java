package io.lychgate.gateway.admin.ui;

import com.linecorp.armeria.common.HttpData;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A folder of the class path. A file stays in memory after its first request; there are few files and they do not change. */
final class UiFolder {

  private static final int ETAG_BYTES = 12;

  private final String prefix;
  private final ClassLoader loader = UiFolder.class.getClassLoader();
  private final Map<String, UiFile> known = new ConcurrentHashMap<>();

  UiFolder(String prefix) {
    this.prefix = prefix;
  }

  /**
   * A file as it is sent.
   *
   * @param encoding content coding; null for none
   * @param hasTwins true if another coding of it exists, so that the response needs Vary
   */
  record UiFile(HttpData content, @Nullable String encoding, boolean hasTwins, String etag) {}

  /** Returns the file in the smallest coding that the client accepts. */
  Optional<UiFile> find(String name, @Nullable String acceptEncoding) {
    if (name.contains("..") || name.contains("//") || name.contains("\\") || name.endsWith("/")) {
      return Optional.empty();
    }
    if (takes(acceptEncoding, "br")) {
      Optional<UiFile> brotli = load(name, ".br", "br");
      if (brotli.isPresent()) {
        return brotli;
      }
    }
    if (takes(acceptEncoding, "gzip")) {
      Optional<UiFile> gzip = load(name, ".gz", "gzip");
      if (gzip.isPresent()) {
        return gzip;
      }
    }
    return load(name, "", null);
  }

  private static boolean takes(@Nullable String acceptEncoding, String coding) {
    if (acceptEncoding == null) {
      return false;
    }
    for (String element : acceptEncoding.split(",", -1)) {
      String[] parts = element.strip().split(";", 2);
      if (parts[0].strip().equalsIgnoreCase(coding)) {
        // RFC 9110 12.4.2: a weight of 0 means "not acceptable".
        return parts.length == 1 || !parts[1].replace(" ", "").matches("q=0(\\.0*)?");
      }
    }
    return false;
  }

  private Optional<UiFile> load(String name, String suffix, @Nullable String encoding) {
    UiFile file = known.get(name + suffix);
    if (file != null) {
      return Optional.of(file);
    }
    try (InputStream in = loader.getResourceAsStream(prefix + name + suffix)) {
      if (in == null) {
        return Optional.empty();
      }
      byte[] bytes = in.readAllBytes();
      boolean hasTwins = loader.getResource(prefix + name + ".br") != null
          || loader.getResource(prefix + name + ".gz") != null;
      UiFile read = new UiFile(HttpData.wrap(bytes), encoding, hasTwins, etag(bytes));
      known.put(name + suffix, read);
      return Optional.of(read);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String etag(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return "\"" + HexFormat.of().formatHex(digest, 0, ETAG_BYTES) + "\"";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
