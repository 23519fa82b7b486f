package io.lychgate.gateway.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

final class ResponseTextTest {

  private static String text(String json) {
    StringWriter printed = new StringWriter();
    ResponseText.print(JsonMapper.shared().readTree(json), false, new PrintWriter(printed));
    return printed.toString();
  }

  @Test
  void emptyListIsNone() {
    assertThat(text("{\"total\":0,\"items\":[]}")).isEqualTo("none\n");
  }

  @Test
  void partsOfARecordAreCut() {
    String figures = "1,".repeat(500) + "1";

    assertThat(text("{\"arm\":\"h2\",\"parts\":[{\"id\":\"load\",\"figures\":[" + figures + "]}]}"))
        .startsWith("arm: h2\nparts: \n  {\"id\":\"load\",\"figures\":[1,1,")
        .endsWith("…\n")
        .hasSizeLessThan(450);
    assertThat(text("{\"parts\":[{\"id\":1},\"a text\"]}"))
        .isEqualTo("parts: \n  {\"id\":1}\n  a text\n");
  }
}
