package io.lychgate.gateway.admin.timing;

import io.lychgate.gateway.timing.Waterfall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A waterfall in the API. */
record WaterfallBody(
    String id,
    Waterfall.@Nullable Clock clock,
    boolean hasBrowser,
    boolean hasGateway,
    List<Waterfall.Row> rows,
    int lostInBrowser,
    int lostInGateway) {
  static WaterfallBody of(String id, Waterfall waterfall) {
    return new WaterfallBody(
        id,
        waterfall.clock(),
        waterfall.rows().stream().anyMatch(row -> row.browser() != null),
        waterfall.rows().stream().anyMatch(row -> row.gateway() != null),
        waterfall.rows(),
        waterfall.lostInBrowser(),
        waterfall.lostInGateway());
  }
}
