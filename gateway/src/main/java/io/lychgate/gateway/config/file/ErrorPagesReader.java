package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.policy.ErrorPagesPolicy;
import io.lychgate.gateway.config.policy.ErrorPagesPolicy.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads the policy {@code errorPages}. */
final class ErrorPagesReader {
  private ErrorPagesReader() {}

  static Optional<ErrorPagesPolicy> read(Section section) {
    List<Page> pages = new ArrayList<>();
    Set<Integer> taken = new TreeSet<>();
    for (Section page : section.sections("pages")) {
      Set<Integer> statuses = new TreeSet<>();
      List<String> texts = page.texts("status");
      for (int i = 0; i < texts.size(); i++) {
        String text = texts.get(i);
        int status = Integer.parseInt(text.endsWith("xx") ? text.substring(0, 1) : text);
        statuses.add(status);
        if (!taken.add(status)) {
          page.problem("status", i, text + " (expected: each status on one page)");
        }
      }
      pages.add(new Page(statuses, PageReader.read(page)));
    }
    return Optional.of(
        new ErrorPagesPolicy(pages, section.text("upstream", "keep").equals("replace")));
  }
}
