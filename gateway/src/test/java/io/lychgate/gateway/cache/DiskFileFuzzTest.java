package io.lychgate.gateway.cache;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of the disk cache with any bytes is a response or none, and never an exception. */
final class DiskFileFuzzTest {
  private static final int MOST = 1 << 20;

  @FuzzTest
  void anyBytesAreAResponseOrNone(byte[] bytes) throws IOException {
    Path file = Files.createTempFile("fuzz", ".response");
    try {
      Files.write(file, bytes);
      DiskFile.Whole whole = DiskFile.read(file, MOST);
      if (whole != null) {
        assertThat(whole.body().size()).isLessThanOrEqualTo(bytes.length);
        whole.body().release();
      }
    } finally {
      Files.delete(file);
    }
  }
}
