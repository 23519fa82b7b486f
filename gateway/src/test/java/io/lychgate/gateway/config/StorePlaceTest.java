package io.lychgate.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class StorePlaceTest {
  @TempDir
  Path base;

  private StorePlace place(String configuration) {
    return StorePlace.of(base, configuration);
  }

  private void earlierVersionLeft(String file) throws IOException {
    Files.createDirectories(base.resolve("var"));
    Files.writeString(base.resolve("var").resolve(file), "");
  }

  private StorePlace shared() {
    return new StorePlace(base.resolve("var/lychgate.db"), base.resolve("var"));
  }

  @ParameterizedTest
  @CsvSource({
    "gateway.yaml, var/gateway.db, var/gateway",
    "b.yaml, var/b.db, var/b",
    // Two files of one folder never have the same place.
    "gateway.yml, var/gateway.yml.db, var/gateway.yml",
    "gateway, var/gateway.file.db, var/gateway.file",
    "lychgate.yaml, var/lychgate.yaml.db, var/lychgate.yaml",
    "lychgate, var/lychgate.file.db, var/lychgate.file",
    ".yaml, var/.yaml.db, var/.yaml",
  })
  void everyConfigurationHasItsOwnPlace(String configuration, String database, String directory) {
    assertThat(place(configuration))
        .isEqualTo(new StorePlace(base.resolve(database), base.resolve(directory)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lychgate.db", "published.json", "admin-cert.pem"})
  void placeOfAnEarlierVersionStaysInUse(String file) throws IOException {
    earlierVersionLeft(file);

    assertThat(place("gateway.yaml")).isEqualTo(shared());
    assertThat(place("prod.yaml")).isEqualTo(shared());
  }

  @Test
  void firstConfigurationToStartOwnsThePlaceOfAnEarlierVersion() throws IOException {
    earlierVersionLeft("lychgate.db");

    StorePlace.claim(base, "prod.yaml");

    assertThat(place("prod.yaml")).isEqualTo(shared());
    assertThat(place("gateway.yaml").database()).isEqualTo(base.resolve("var/gateway.db"));
    // A restart, and a second owner.
    StorePlace.claim(base, "prod.yaml");
    assertThatThrownBy(() -> StorePlace.claim(base, "gateway.yaml"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("prod.yaml")
        .hasMessageContaining("store.url");
  }

  @Test
  void placeOwnedByAnotherConfigurationIsNotUsed() throws IOException {
    Files.createDirectories(base.resolve("var"));
    Files.writeString(base.resolve("var/gateway.db"), "");

    assertThat(place("b.yaml").database()).isEqualTo(base.resolve("var/b.db"));
    earlierVersionLeft("lychgate.db");
    assertThat(place("gateway.yaml").database()).isEqualTo(base.resolve("var/gateway.db"));
  }
}
