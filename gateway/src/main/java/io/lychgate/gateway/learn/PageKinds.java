package io.lychgate.gateway.learn;

import java.util.HashSet;
import java.util.Set;

/** Groups pages into kinds by {@link PagePattern}. If a place has many last segments, all of them become one kind. */
final class PageKinds {
  /** Maximum different last segments in one place that still count as separate pages. */
  static final int MAX_SIBLINGS = 24;

  private final LeastRecent<Siblings> places;

  /** The last segments seen in one place, as hashes. A collision only makes the count one too low, which is harmless. */
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

  /** Returns the pattern that a view of this path counts for. */
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

  /** Returns the estimated bytes of heap that the places take. */
  long bytes() {
    return places.bytes();
  }

  /** Returns true if views of this pattern now count for a wider one. */
  boolean isWidened(String host, PagePattern pattern) {
    Siblings siblings = places.find(host + pattern.parent());
    return siblings != null
        && siblings.isKind
        && !pattern.lastSegment().isEmpty()
        && !pattern.lastSegment().startsWith("{");
  }
}
