package io.lychgate.gateway.admin;

import io.lychgate.gateway.admin.seam.ResponseCaches;

/** A cache with one URL, whose tag is {@code shop}. */
final class FakeCache implements ResponseCaches {
  static final String URL = "https://shop.example/a?b=C";

  @Override
  public View view() {
    return new View(1000, 64_000_000, 1, 0, 7, 1, 2, 3, 4, 5, 9000, new Twins(6, 2, 1, 9000, 2000));
  }

  @Override
  public int purge(Kind kind, String value) {
    boolean isFound = switch (kind) {
      case URL -> value.equals(URL);
      case PREFIX -> URL.startsWith(value);
      case TAG -> value.equals("shop");
      case ALL -> true;
    };
    return isFound ? 1 : 0;
  }
}
