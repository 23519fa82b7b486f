package io.lychgate.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UnreadableFileTest {
  @TempDir
  Path directory;

  private static String reason(Path file) {
    return UnreadableFile.reason(
        catchThrowableOfType(IOException.class, () -> Files.readString(file)));
  }

  @Test
  void reasonIsInWords() throws IOException {
    Path latin1 = Files.write(directory.resolve("latin1"), new byte[] {'a', (byte) 0xe9});

    assertThat(reason(directory.resolve("none"))).isEqualTo("not found");
    assertThat(reason(latin1)).isEqualTo("not UTF-8");
    assertThat(reason(directory)).isEqualTo("cannot be read (Is a directory)");
    assertThat(UnreadableFile.reason(new AccessDeniedException("f"))).isEqualTo("no permission");
    assertThat(UnreadableFile.line(new NoSuchFileException("f")))
        .isEqualTo("f: not found (expected: a file)");
    assertThat(UnreadableFile.line(new IOException("no response"))).isEqualTo("no response");
  }
}
