package io.lychgate.gateway.publish;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PageSampleTest {
  private static RecordedPage page(String path) {
    return new RecordedPage("shop.example", path, "h2", false, false, "", "");
  }

  @Test
  void fewPagesAreCountedExactly() {
    PageSample sample = new PageSample(100);
    for (int i = 0; i < 1000; i++) {
      sample.add(page("/" + i % 50), 1);
    }
    sample.counted(1000);

    assertThat(sample.counts())
        .hasSize(50)
        .allSatisfy((page, count) -> assertThat(count).isEqualTo(20));
    assertThat(sample.sampled()).isEqualTo(sample.views()).isEqualTo(1000);
  }

  @Test
  void manyPagesAreRepresentedByARandomPart() {
    PageSample sample = new PageSample(1000);
    int matching = 0;
    for (int i = 0; i < 50_000; i++) {
      String path = (i % 4 == 0 ? "/sale/" : "/other/") + i;
      matching += i % 4 == 0 ? 1 : 0;
      sample.add(page(path), 1);
    }
    sample.counted(50_000);

    assertThat(sample.counts()).hasSizeLessThanOrEqualTo(1000).hasSizeGreaterThan(300);
    double weight = (double) sample.views() / sample.sampled();
    long sale = sample.counts().keySet().stream()
        .filter(page -> page.target().startsWith("/sale/"))
        .count();
    assertThat(sale * weight).isCloseTo(matching, Percentage.withPercentage(20));
  }

  @Test
  void codeReturnsWhatWasWritten() {
    PageSample sample = new PageSample(10);
    RecordedPage odd =
        new RecordedPage("a:8443", "/\"\\\u00e9?q=1", "http/1.1", true, true, "?1", "\"Android\"");
    sample.add(odd, 7);
    sample.add(page("/"), 1);
    PageSample read = new PageSample(10);

    PageCode.decode(PageCode.encode(sample.counts()), read::add);

    assertThat(read.counts()).isEqualTo(sample.counts());
    PageCode.decode(new byte[] {1, 2, 3}, read::add);
    assertThat(read.counts()).hasSize(2);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "/shop/shoes, /shop/shoes",
    "/a-long-path/of-words-that-name-no-person/at-all, /a-long-path/of-words-that-name-no-person/at-all",
    "/users/jo@example.com/orders, /users/~/orders",
    "/users/jo%40example.com, /users/~",
    "/reset/0123456789abcdef0123456789, /reset/~",
    "/users/4711081/orders, /users/0000000/orders",
    "/news/2026/a1, /news/2026/a1",
    "/p?mail=jo@example.com&x=1, /p?mail=~&x=1",
  })
  void personalPartsAreMasked(String target, String wanted) {
    assertThat(PersonalText.masked(target)).isEqualTo(wanted);
  }
}
