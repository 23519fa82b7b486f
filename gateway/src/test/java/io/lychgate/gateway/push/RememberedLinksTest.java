package io.lychgate.gateway.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.push.facts.AssetFacts;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.link.LinkAssets;
import io.netty.util.AsciiString;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stored links of pages: only public links, up to a limit. */
final class RememberedLinksTest {
  private static final long ALICE = 1;
  private static final long BOB = 2;

  private final LinkAssets assets = new LinkAssets();
  private final RememberedLinks links = new RememberedLinks();

  @Test
  void repeatedLoadByOneVisitorConfirmsNothing() {
    record("/account", ALICE, "/alice.css", "/site.css");
    record("/account", ALICE, "/alice.css", "/site.css");
    assertThat(remembered("/account")).isEmpty();

    record("/account", BOB, "/bob.css", "/site.css", "/new.css");
    assertThat(remembered("/account")).containsExactly("/site.css");

    record("/account", BOB, "/bob.css", "/new.css");
    assertThat(remembered("/account")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "cache-control, private",
    "cache-control, 'max-age=0, No-Store'",
    "set-cookie, s=1",
    "vary, Cookie",
    "vary, 'accept-encoding, authorization'",
    "vary, *",
  })
  void privateResponseIsNotStored(String name, String value) {
    Fields response = new Fields().add(FieldNames.canonical(name), value);

    assertThat(RememberedLinks.areForAll(new Fields(), response)).isFalse();
  }

  @Test
  void responseToARequestWithCredentialsIsNotStored() {
    Fields request = new Fields().add(FieldNames.canonical("authorization"), "Basic YTpi");
    Fields plain = new Fields()
        .add(FieldNames.canonical("cache-control"), "no-cache, private=\"x-user\"")
        .add(FieldNames.canonical("vary"), "accept-encoding, sec-ch-ua");

    assertThat(RememberedLinks.areForAll(request, plain)).isFalse();
    assertThat(RememberedLinks.areForAll(new Fields(), plain)).isTrue();
  }

  @Test
  void pagesWithRelativeLinksStayWithinTheLimit() {
    AssetFacts facts = new AssetFacts();
    String field = "<a0.css>; rel=preload; as=style".replace("a0", "x".repeat(120));
    String folder = "f".repeat(Limits.ASSET_URL_CHARACTERS - 200);
    for (int page = 0; page < 6000; page++) {
      String path = "/" + page + "/" + folder + "/page";
      List<Asset> named = assets.of(field, "shop.test", path);
      assertThat(named).hasSize(1);
      facts.await("shop.test", named.get(0).candidate());
      links.saw("shop.test", path, ALICE, named);
    }

    assertThat(links.bytes()).isBetween(1L, Limits.LINKED_PAGES_BYTES);
    assertThat(facts.bytes()).isBetween(1L, Limits.KNOWN_ASSETS_BYTES);
  }

  @Test
  void longPathsAndLongTargetsAreNotStored() {
    String path = "/" + "a".repeat(Limits.ASSET_URL_CHARACTERS) + "/page";

    assertThat(assets.of("<a.css>; rel=preload; as=style", "shop.test", path)).isEmpty();
    record(path, ALICE, "/a.css");

    assertThat(links.bytes()).isZero();
  }

  @Test
  void parsedFieldsStayWithinTheLimit() {
    for (int i = 0; i < 600; i++) {
      String field = "</" + i + "/" + "a".repeat(2000) + ">; rel=preload; as=style";
      assertThat(assets.of(field, "shop.test", "/")).hasSize(1);
    }

    assertThat(assets.bytes()).isBetween(1L, Limits.LINK_FIELDS_BYTES);
  }

  private void record(String path, long visitor, String... urls) {
    links.saw(
        "shop.test",
        path,
        visitor,
        List.of(urls).stream()
            .flatMap(url ->
                assets.of("<" + url + ">; rel=preload; as=style", "shop.test", path).stream())
            .toList());
  }

  private List<String> remembered(String path) {
    return links.of(new AsciiString("shop.test"), path).stream().map(Asset::url).toList();
  }
}
