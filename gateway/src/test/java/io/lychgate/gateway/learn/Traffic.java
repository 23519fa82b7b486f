package io.lychgate.gateway.learn;

import io.lychgate.gateway.learn.Observed.Kind;
import java.util.ArrayList;
import java.util.List;

/** Page visits as the loops would record them. */
final class Traffic {
  private final List<Observed> notes = new ArrayList<>();
  private long visitor;

  /** Adds a visitor that loads a page and these assets, as browsers do. */
  Traffic visit(String page, String... assets) {
    visitor++;
    note(page, "", Kind.PAGE, 200, "");
    for (String asset : assets) {
      note(asset, "https://shop.test" + page, kind(asset), 200, "");
    }
    return this;
  }

  Traffic visits(int times, String page, String... assets) {
    for (int i = 0; i < times; i++) {
      visit(page, assets);
    }
    return this;
  }

  Traffic linked(String page, String links) {
    visitor++;
    return note(page, "", Kind.PAGE, 200, links);
  }

  Traffic gone(String asset, String page) {
    return note(asset, "https://shop.test" + page, kind(asset), 404, "");
  }

  /** Adds a further request of the last visitor. */
  Traffic then(String asset, String referer) {
    return note(asset, referer, kind(asset), 200, "");
  }

  /** Adds a repeated page request of the last visitor. */
  Traffic again(String page) {
    return note(page, "", Kind.PAGE, 200, "");
  }

  /** Adds an asset that may not be reused. */
  Traffic unfit(String asset, String page) {
    Observed.Request request = request(asset, "https://shop.test" + page);
    notes.add(new Observed(request, kind(asset), 200, false, false, ""));
    return this;
  }

  private Traffic note(String path, String referer, Kind kind, int status, String links) {
    notes.add(new Observed(request(path, referer), kind, status, true, false, links));
    return this;
  }

  private Observed.Request request(String path, String referer) {
    return new Observed.Request(visitor, "shop.test", path, referer, false);
  }

  List<Observed> take() {
    List<Observed> taken = List.copyOf(notes);
    notes.clear();
    return taken;
  }

  private static Kind kind(String asset) {
    if (asset.contains(".css")) {
      return Kind.STYLE;
    }
    if (asset.contains(".woff")) {
      return Kind.FONT;
    }
    return asset.contains(".js") ? Kind.SCRIPT : Kind.IMAGE;
  }
}
