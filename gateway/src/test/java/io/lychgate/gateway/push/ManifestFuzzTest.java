package io.lychgate.gateway.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.push.format.Losses;
import io.lychgate.gateway.push.format.ManifestFormat;
import io.lychgate.gateway.push.format.ManifestFormats;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Any manifest file yields a manifest that can be published and exported, or problems with their places. */
class ManifestFuzzTest {
  private static final ManifestReader READER = new ManifestReader();

  @FuzzTest
  void readsAnyManifest(byte[] file) {
    Checked<PushManifest> read = READER.read(new String(file, StandardCharsets.UTF_8), "fuzz.yaml");
    if (read.isValid()) {
      assertUsable(read.value());
      return;
    }
    assertThat(read.problems()).isNotEmpty().hasSizeLessThanOrEqualTo(Limits.MAX_PROBLEMS);
    assertThat(read.problems())
        .allSatisfy(problem -> assertThat(problem.toString()).startsWith("fuzz.yaml:"));
  }

  private static void assertUsable(PushManifest manifest) {
    ManifestIndex index = ManifestIndex.of(List.of(manifest), 1, ManifestIndex.EMPTY);
    assertThat(index.manifests()).containsExactly(manifest);
    for (ManifestFormat format : ManifestFormats.all()) {
      assertThat(format.write(manifest, new Losses())).isNotNull();
    }
  }
}
