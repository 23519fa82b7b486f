package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.pattern.BoundedRegex;
import io.lychgate.gateway.config.pattern.CaptureTemplate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the request that an upstream gets, in this order: {@code stripPrefix}, {@code regex}, {@code addPrefix}, then the query.
 *
 * @param stripPrefix whole segments that are removed from the start of the path, in normal form; null for none
 * @param regex searched in the path; null for none
 * @param to replaces the first match of {@code regex}
 * @param addPrefix whole segments that are added before the path, in normal form; null for none
 * @param query edits of the query
 * @param host the Host that the upstream gets; null for that of the action
 */
public record RewriteConfig(
    @Nullable String stripPrefix,
    @Nullable BoundedRegex regex,
    CaptureTemplate to,
    @Nullable String addPrefix,
    QueryEdits query,
    @Nullable String host) {
  /** Returns true if the path may change. */
  public boolean changesPath() {
    return stripPrefix != null || regex != null || addPrefix != null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RewriteConfig that && toString().equals(that.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /**
   * Edits of query parameters, in this order: {@code remove}, {@code set}, {@code add}. Names and values are decoded.
   *
   * @param remove names of parameters to remove
   * @param set parameters that replace all of their name
   * @param add parameters that are added to those of their name
   */
  public record QueryEdits(List<String> remove, Map<String, String> set, Map<String, String> add) {
    public static final QueryEdits NONE = new QueryEdits(List.of(), Map.of(), Map.of());

    public QueryEdits {
      remove = List.copyOf(remove);
      set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
      add = Collections.unmodifiableMap(new LinkedHashMap<>(add));
    }

    public boolean isEmpty() {
      return remove.isEmpty() && set.isEmpty() && add.isEmpty();
    }
  }
}
