package io.lychgate.gateway.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Whatever a Link field of an upstream says: bounded links, and nothing in a 103 that could end its field. */
class LinkFuzzTest {
  @FuzzTest
  void aLinkField(byte[] field) {
    String text = new String(field, StandardCharsets.ISO_8859_1);
    List<LinkHeader> links = LinkHeader.parse(text);
    assertThat(links).hasSizeLessThanOrEqualTo(LinkHeader.MAX_LINKS);

    List<Asset> assets = new LinkAssets().of(text, "shop.test", "/folder/page?query");
    assertThat(assets).hasSizeLessThanOrEqualTo(links.size());
    for (Asset asset : assets) {
      assertThat(asset.url()).matches("(/|https://)[!-~]*").doesNotContain("<", ">", "\"", "\\");
      assertThat(asset.link().toString()).matches("[ -~]+");
      assertThat(LinkHeader.parse(asset.link())).hasSize(1);
    }
  }

  @FuzzTest
  void theLinksThatAreNotPassedOn(byte[] field) {
    String text = new String(field, StandardCharsets.ISO_8859_1);
    CharSequence rest = LinkHeader.withoutPushOnly(text);
    List<LinkHeader> links = LinkHeader.parse(text);
    boolean hasPushOnly = links.stream().anyMatch(LinkHeader::isPushOnly);
    if (!hasPushOnly) {
      assertThat(rest).isSameAs(text);
    } else if (rest != null && isLookedAtWhole(text)) {
      assertThat(LinkHeader.parse(rest)).noneMatch(LinkHeader::isPushOnly);
      assertThat(LinkHeader.parse(rest))
          .isEqualTo(links.stream().filter(link -> !link.isPushOnly()).toList());
    }
  }

  private static boolean isLookedAtWhole(String text) {
    long commas = text.chars().filter(c -> c == ',').count();
    return text.length() <= LinkHeader.MAX_LENGTH && commas < LinkHeader.MAX_LINKS;
  }
}
