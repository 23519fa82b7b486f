package io.lychgate.jmh.protocols;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Page that is loaded: files of noise, which cannot be compressed. */
enum Page {
  KB_15("15k", "15 KB", 1, 15_000),
  MB_1("1m", "1 MB", 1, 1_000_000),
  FILES_20("20x50k", "20 files of 50 KB", 20, 50_000);

  /** File of warm-ups and of processor time per request. */
  static final String SMALL_PATH = "/1k.bin";

  static final int SMALL_BYTES = 1000;

  private final String id;
  private final String title;
  private final int files;
  private final int fileBytes;

  Page(String id, String title, int files, int fileBytes) {
    this.id = id;
    this.title = title;
    this.files = files;
    this.fileBytes = fileBytes;
  }

  static Optional<Page> byId(String id) {
    return Arrays.stream(values()).filter(page -> page.id.equals(id)).findFirst();
  }

  /** Name on the command line and of files. */
  String id() {
    return id;
  }

  String title() {
    return title;
  }

  List<String> paths() {
    return IntStream.range(0, files)
        .mapToObj(file -> "/" + id + "-" + file + ".bin")
        .toList();
  }

  long bytes() {
    return (long) files * fileBytes;
  }

  /** Writes all pages and the small file. */
  static void writeAll(Path site) throws IOException {
    noise(site, SMALL_PATH, SMALL_BYTES);
    for (Page page : values()) {
      for (String path : page.paths()) {
        noise(site, path, page.fileBytes);
      }
    }
  }

  private static void noise(Path site, String path, int size) throws IOException {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    Files.write(site.resolve(path.substring(1)), bytes);
  }
}
