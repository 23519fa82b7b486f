package io.lychgate.gateway.config.yaml;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads the text of a file that a person named. */
public final class DocumentFile {
  private DocumentFile() {}

  /** Returns the text, or the problem that prevents reading it. */
  public static Checked<String> read(Path file) {
    try {
      if (Files.isDirectory(file)) {
        return unreadable(file, "a directory (expected: a file)");
      }
      // Reads up to the limit instead of checking the size first: a pipe has no size.
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(Limits.MAX_DOCUMENT_BYTES + 1);
        if (bytes.length > Limits.MAX_DOCUMENT_BYTES) {
          return unreadable(
              file, "more than " + Limits.MAX_DOCUMENT_BYTES + " bytes (expected: less)");
        }
        return Checked.valid(
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
      }
    } catch (NoSuchFileException e) {
      return unreadable(file, "not found (expected: a text file)");
    } catch (AccessDeniedException e) {
      return unreadable(file, "not readable (expected: permission to read it)");
    } catch (CharacterCodingException e) {
      return unreadable(file, "not UTF-8 (expected: UTF-8)");
    } catch (IOException e) {
      return unreadable(file, e.getMessage() + " (expected: a text file)");
    }
  }

  private static Checked<String> unreadable(Path file, String message) {
    return Checked.invalid(List.of(ConfigProblem.ofFile(file.toString(), "file: " + message)));
  }
}
