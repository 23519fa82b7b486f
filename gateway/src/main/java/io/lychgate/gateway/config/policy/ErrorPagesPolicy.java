package io.lychgate.gateway.config.policy;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pages for failures: {@code errorPages}.
 *
 * @param pages the first page with the status itself counts, else the first with its class
 * @param replacesUpstream true if error responses of upstreams with such a status are replaced, too
 */
public record ErrorPagesPolicy(List<Page> pages, boolean replacesUpstream) implements Policy {
  public static final String KEY = "errorPages";

  /** Pages of one policy. There are fewer statuses that people see. */
  public static final int MAX_PAGES = 32;

  /**
   * One page.
   *
   * @param statuses statuses, and classes by their first digit
   */
  public record Page(Set<Integer> statuses, PageBodies bodies) {
    public Page {
      statuses = Set.copyOf(statuses);
    }
  }

  public ErrorPagesPolicy {
    pages = List.copyOf(pages);
  }

  /** Returns the page of a status; null if there is none. */
  public @Nullable PageBodies page(int status) {
    PageBodies exact = pageWith(status);
    return exact == null ? pageWith(status / 100) : exact;
  }

  private @Nullable PageBodies pageWith(int status) {
    for (Page page : pages) {
      if (page.statuses().contains(status)) {
        return page.bodies();
      }
    }
    return null;
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    return pages.size()
        + (pages.size() == 1 ? " page for failures" : " pages for failures")
        + (replacesUpstream ? ", also of upstreams" : "");
  }

  @Override
  public List<Path> files() {
    return pages.stream().flatMap(page -> page.bodies().files().stream()).toList();
  }
}
