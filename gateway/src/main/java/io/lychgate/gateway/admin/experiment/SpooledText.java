package io.lychgate.gateway.admin.experiment;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** A text of any length on its way, in a file that its owner alone may read and that ends with it. One thread. */
final class SpooledText implements Closeable {
  private final Path file = Files.createTempFile("lychgate-export", "");
  private final Writer writer = Files.newBufferedWriter(file);

  SpooledText() throws IOException {}

  /** Returns the writer of the text. */
  Writer writer() {
    return writer;
  }

  /** Copies all that was written. */
  void copyTo(Writer out) throws IOException {
    writer.close();
    try (Reader reader = Files.newBufferedReader(file)) {
      reader.transferTo(out);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      writer.close();
    } finally {
      Files.delete(file);
    }
  }
}
