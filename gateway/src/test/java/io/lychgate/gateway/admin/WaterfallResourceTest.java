package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import io.lychgate.gateway.admin.AdminClient.Reply;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.StoredWaterfall;
import io.lychgate.gateway.testkit.NewestJdk;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Waterfalls of page views in the API, and as archives. */
@NewestJdk
class WaterfallResourceTest {
  private static final String VIEW = "/api/v1/views/v1";

  @TempDir
  Path directory;

  private AdminFixture admin;
  private AdminClient user;

  @BeforeEach
  void start() throws Exception {
    admin = new AdminFixture(directory);
    admin.store.views().append(List.of(Samples.view("shop.example")));
    user = admin.as(Role.VIEWER);
  }

  @AfterEach
  void stop() {
    admin.close();
  }

  private JsonNode har() {
    Reply reply = user.get(VIEW + "/har");
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(reply.header("content-disposition"))
        .isEqualTo("attachment; filename=\"lychgate-view-v1.har\"");
    assertThat(SchemaRegistry.withDialect(Dialects.getDraft6())
            .getSchema(SchemaLocation.of("classpath:har-schema/har.json"))
            .validate(reply.json()))
        .isEmpty();
    return reply.json();
  }

  @Test
  void anArchiveHasBothLanes() {
    admin.store.waterfalls().put(List.of(Samples.waterfall("v1", "shop.example")));

    JsonNode har = har();
    assertThat(har.at("/log/pages/0/pageTimings/onLoad").doubleValue()).isEqualTo(80);
    assertThat(har.at("/log/entries/0/request/url").stringValue())
        .isEqualTo("https://shop.example/a");
    assertThat(har.at("/log/entries/1/timings/wait").doubleValue()).isEqualTo(19);
    assertThat(har.at("/log/entries/1/_gateway/status").intValue()).isEqualTo(200);
    assertThat(har.at("/log/entries/2/_initiator").isMissingNode()).isTrue();
    assertThat(har.at("/log/_clock/error").doubleValue()).isPositive();
    assertThat(user.get(VIEW + "/waterfall").json().get("lostInBrowser").intValue())
        .isEqualTo(2);
  }

  @Test
  void oneLaneAloneIsAValidArchive() {
    StoredWaterfall both = Samples.waterfall("v1", "shop.example");
    admin
        .store
        .waterfalls()
        .put(List.of(new StoredWaterfall("v1", both.at(), both.site(), both.browser(), null)));

    assertThat(har().at("/log/entries").size()).isEqualTo(2);
    assertThat(user.get(VIEW + "/waterfall").json().get("clock").isNull()).isTrue();
    assertThat(user.get(VIEW + "/waterfall").json().get("hasGateway").booleanValue())
        .isFalse();
  }

  @Test
  void saysWhatIsMissing() {
    assertThat(user.get(VIEW + "/waterfall").text()).contains("waterfall: none of v1");
    assertThat(user.get("/api/v1/views/other/har").text()).contains("view: other");
    for (String query : List.of("order=fast", "arm=exp", "arm=:a", "waterfall=maybe")) {
      assertThat(user.get("/api/v1/views?" + query).status()).as(query).isEqualTo(400);
    }
  }
}
