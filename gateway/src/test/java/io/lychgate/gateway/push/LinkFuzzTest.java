package io.lychgate.gateway.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.push.h2o.H2oLinks;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.link.LinkAssets;
import io.lychgate.gateway.push.link.LinkHeader;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Any Link field of an upstream yields a limited number of links, and a 103 with no byte that could end its field. */
class LinkFuzzTest {
  @FuzzTest
  void readsAnyLinkField(byte[] field) {
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
  void removesLinksFromAnyLinkField(byte[] field) {
    String text = new String(field, StandardCharsets.ISO_8859_1);
    CharSequence rest = LinkHeader.withoutPushOnly(text);
    List<LinkHeader> links = LinkHeader.parse(text);
    boolean hasPushOnly = links.stream().anyMatch(LinkHeader::isPushOnly);
    if (!hasPushOnly) {
      assertThat(rest).isSameAs(text);
    } else if (rest != null && isParsedCompletely(text)) {
      assertThat(LinkHeader.parse(rest)).noneMatch(LinkHeader::isPushOnly);
      assertThat(LinkHeader.parse(rest))
          .isEqualTo(links.stream().filter(link -> !link.isPushOnly()).toList());
    }
  }

  /** The rules of H2O are a second parser of the same field. */
  @FuzzTest
  void readsAnyLinkFieldAsH2oDoes(byte[] field) {
    String text = new String(field, StandardCharsets.ISO_8859_1);
    Fields fields = new Fields().add(FieldNames.LINK, text);
    RequestHead page = new RequestHead(
        AsciiString.cached("GET"), true, "shop.test", "/fo%6cder/../page?query", new Fields(), 0);
    for (String path : H2oLinks.paths(fields, page)) {
      assertThat(path).startsWith("/").matches("[^\\x00-\\x20\\x7f]+");
    }

    H2oLinks.removePushOnly(fields);
    String rest = fields.toString();
    H2oLinks.removePushOnly(fields);
    assertThat(fields).hasToString(rest);
  }

  private static boolean isParsedCompletely(String text) {
    long commas = text.chars().filter(c -> c == ',').count();
    return text.length() <= LinkHeader.MAX_LENGTH && commas < LinkHeader.MAX_LINKS;
  }
}
