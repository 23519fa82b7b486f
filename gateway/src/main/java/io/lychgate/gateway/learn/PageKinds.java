package io.lychgate.gateway.learn;

import java.util.HashSet;
import java.util.Set;

/** Which pages are of one kind: like {@link PagePattern}, and where many last segments share a place, all of them. */
final class PageKinds {
  /** Different last segments in one place that are still pages of their own. */
  static final int MAX_SIBLINGS = 24;

  private final LeastRecent<Siblings> places;

  /** The last segments seen in one place, as hashes; a collision makes one more of a kind, and no harm. */
  private static final class Siblings implements LeastRecent.Weighed {
    private final Set<Integer> seen = new HashSet<>(4);
    private boolean isKind;

    boolean add(String segment) {
      if (!isKind) {
        seen.add(segment.hashCode());
        isKind = seen.size() > MAX_SIBLINGS;
        if (isKind) {
          seen.clear();
        }
      }
      return isKind;
    }

    @Override
    public long bytes() {
      return 120 + 52L * seen.size();
    }
  }

  PageKinds(long maxBytes) {
    places = new LeastRecent<>(maxBytes);
  }

  /** The pattern that a view of this path counts for. */
  PagePattern of(String host, String path) {
    PagePattern pattern = PagePattern.of(path);
    String last = pattern.lastSegment();
    if (last.isEmpty() || last.equals(PagePattern.NUMBER) || last.equals(PagePattern.ID)) {
      return pattern;
    }
    String place = host + pattern.parent();
    boolean isKind = places.get(place, Siblings::new).add(last);
    places.grown(place);
    return isKind ? pattern.widened() : pattern;
  }

  /** Whether views of this pattern now count for a wider one. */
  boolean isWidened(String host, PagePattern pattern) {
    Siblings siblings = places.find(host + pattern.parent());
    return siblings != null
        && siblings.isKind
        && !pattern.lastSegment().isEmpty()
        && !pattern.lastSegment().startsWith("{");
  }
}
