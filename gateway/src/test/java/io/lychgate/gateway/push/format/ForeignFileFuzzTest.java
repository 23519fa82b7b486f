package io.lychgate.gateway.push.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lychgate.gateway.config.ConfigProblem;
import java.nio.charset.StandardCharsets;

/** Any manifest of another tool: a manifest that our own reader takes, or problems. */
class ForeignFileFuzzTest {
  @FuzzTest
  void aFileOfUnknownFormat(byte[] file) {
    isReadOrRefused(text(file), "");
  }

  /** Read as each format in turn: a file that its format's own tool could not have written. */
  @FuzzTest
  void aFileOfANamedFormat(byte[] file) {
    for (String format : ManifestFormats.ids()) {
      isReadOrRefused(text(file), format);
    }
  }

  private static String text(byte[] file) {
    return new String(file, StandardCharsets.UTF_8);
  }

  private static void isReadOrRefused(String text, String format) {
    Imported imported =
        ManifestFormats.read(new ForeignFile("in", text), format, ImportOptions.DEFAULTS);
    if (imported.isDone()) {
      assertThat(ImportTest.READER.read(imported.yaml(), "in").problems())
          .as(imported.yaml())
          .isEmpty();
    } else {
      assertThat(imported.problems()).extracting(ConfigProblem::file).containsOnly("in");
    }
  }
}
