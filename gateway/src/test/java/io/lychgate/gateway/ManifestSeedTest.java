package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.ManifestStore;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ManifestSeedTest {
  @TempDir
  Path directory;

  @Test
  void reportsEachTextThatIsNotInForceOnce() throws IOException {
    Path file = Files.writeString(directory.resolve("site.yaml"), manifest("/a.css"));
    Map<Path, String> reported = new HashMap<>();
    StoreUrl url = StoreUrl.parse("jdbc:sqlite:lychgate.db", directory);
    try (Store store = Store.open(url, directory, InstantSource.system())) {
      ManifestStore manifests = store.manifests();
      List<Path> files = List.of(file);
      ManifestSeed.plant(files, manifests);
      assertThat(ManifestSeed.differences(files, manifests, reported)).isEmpty();

      Files.writeString(file, manifest("/b.css"));

      assertThat(ManifestSeed.differences(files, manifests, reported))
          .containsExactly("manifest site: " + file
              + " differs from the store, not published: the store holds the truth");
      assertThat(ManifestSeed.differences(files, manifests, reported)).isEmpty();
      Files.writeString(file, manifest("/c.css"));
      assertThat(ManifestSeed.differences(files, manifests, reported)).hasSize(1);
      long version = manifests.find("site").orElseThrow().version();
      var unused = manifests.retire("site", version, "", Actor.SYSTEM);
      assertThat(ManifestSeed.differences(files, manifests, reported)).isEmpty();
      Files.delete(file);
      assertThat(ManifestSeed.differences(files, manifests, reported)).hasSize(1);
    }
  }

  private static String manifest(String url) {
    return "rules: [ { match: { path: / }, assets: [ { url: " + url + ", as: style } ] } ]";
  }
}
