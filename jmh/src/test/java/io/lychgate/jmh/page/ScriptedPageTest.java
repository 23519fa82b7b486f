package io.lychgate.jmh.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.timing.TimingScript;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ScriptedPageTest {

  @Test
  void theInertScriptIsOneCommentOfTheSameSize(@TempDir Path site) throws IOException {
    Files.createDirectory(site.resolve("assets"));
    Files.writeString(site.resolve("index.html"), "<html><head><title>t</title>");

    byte[] comment = ScriptedPage.inert(TimingScript.get().content());
    String page = Files.readString(ScriptedPage.INERT.write(site, comment));

    String script = Files.readString(site.resolve("assets/timings-inert.js"));
    assertThat(script)
        .hasSameSizeAs(new String(TimingScript.get().content(), StandardCharsets.UTF_8));
    assertThat(script.indexOf("*/")).isEqualTo(script.length() - 2);
    assertThat(script).startsWith("/*");
    assertThat(page)
        .matches("<html><head><script async src=\"/assets/timings-inert.js\" "
            + "integrity=\"sha384-[A-Za-z0-9+/]{64}\"></script><title>t</title>");
  }
}
