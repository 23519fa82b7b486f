package io.lychgate.jmh.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JvmProjectTest {

  @Test
  void readsItsOwnVersionNotTheParents() {
    String pom = """
        <project>
          <parent>
            <version>1</version>
          </parent>
          <version>12.1.14</version>
          <dependencies><dependency><version>3</version></dependency></dependencies>
        </project>
        """;

    assertThat(JvmProject.versionIn(pom)).contains("12.1.14");
    assertThat(JvmProject.versionIn("<project/>")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"vertx", "armeria", "jetty", "spring-cloud-gateway"})
  void everyJvmGatewayHasAVersion(String name) throws IOException {
    assertThat(new JvmProject(Path.of("peers"), name).version()).matches("\\d+\\.\\d+\\.\\d+");
  }
}
