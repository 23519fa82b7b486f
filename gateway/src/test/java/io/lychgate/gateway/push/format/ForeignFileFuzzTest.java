package io.lychgate.gateway.push.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lychgate.gateway.config.check.ConfigProblem;
import java.nio.charset.StandardCharsets;

/** Any manifest of another tool yields a manifest that the gateway reads, or problems. */
class ForeignFileFuzzTest {
  @FuzzTest
  void readsAnyFileOfUnknownFormat(byte[] file) {
    assertReadOrRejected(text(file), "");
  }

  /** Reads the file as each format in turn, even if the tool of the format could not have written it. */
  @FuzzTest
  void readsAnyFileOfANamedFormat(byte[] file) {
    for (String format : ManifestFormats.ids()) {
      assertReadOrRejected(text(file), format);
    }
  }

  private static String text(byte[] file) {
    return new String(file, StandardCharsets.UTF_8);
  }

  private static void assertReadOrRejected(String text, String format) {
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
