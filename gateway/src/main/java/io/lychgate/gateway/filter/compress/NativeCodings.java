package io.lychgate.gateway.filter.compress;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.github.luben.zstd.util.Native;
import com.github.luben.zstd.util.ZstdVersion;
import io.lychgate.gateway.http.ContentCoding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The codings whose native library this machine can load. gzip is a part of the JDK. */
final class NativeCodings {
  private static final Logger LOG = LoggerFactory.getLogger(NativeCodings.class);

  /** Property of the launcher: folder of an installation's native libraries, each below its path in its archive. */
  private static final String NATIVES = "lychgate.natives";

  private NativeCodings() {}

  /** Returns these codings without those that have no library here. Logs each of them once. */
  static List<ContentCoding> available(List<ContentCoding> wanted) {
    return wanted.stream().filter(NativeCodings::isAvailable).toList();
  }

  static boolean isAvailable(ContentCoding coding) {
    return switch (coding) {
      case BROTLI -> Brotli.IS_LOADED;
      case ZSTD -> Zstd.IS_LOADED;
      case GZIP, IDENTITY -> true;
    };
  }

  /**
   * Sets a property of a library's loader to the file in the folder of natives. Without it, the loader extracts the library from its archive
   * to a temporary folder at each start. A value that an operator has set stays.
   */
  private static void provide(String property, String folder, String name) {
    String natives = System.getProperty(NATIVES);
    if (natives == null || System.getProperty(property) != null) {
      return;
    }
    Path file = Path.of(natives, folder, System.mapLibraryName(name));
    if (Files.isRegularFile(file)) {
      System.setProperty(property, file.toString());
    }
  }

  private static String architecture() {
    return System.getProperty("os.arch", "");
  }

  private static void missing(ContentCoding coding, Throwable cause) {
    LOG.warn(
        "compress: {} is not available, because its native library cannot be loaded: {}. Responses use the other codings.",
        coding.token(),
        cause.toString());
  }

  /** Loaded at the first use. */
  private static final class Brotli {
    static final boolean IS_LOADED = load();

    private static boolean load() {
      String platform = architecture().equals("amd64") ? "x86_64" : architecture();
      provide("brotli4j.library.path", "lib/linux-" + platform, "brotli");
      if (Brotli4jLoader.isAvailable()) {
        return true;
      }
      missing(ContentCoding.BROTLI, Brotli4jLoader.getUnavailabilityCause());
      return false;
    }
  }

  /** Loaded at the first use. */
  private static final class Zstd {
    static final boolean IS_LOADED = load();

    private static boolean load() {
      provide("ZstdNativePath", "linux/" + architecture(), "zstd-jni-" + ZstdVersion.VERSION);
      try {
        Native.load();
        return true;
      } catch (LinkageError | RuntimeException failed) {
        missing(ContentCoding.ZSTD, failed);
        return false;
      }
    }
  }
}
