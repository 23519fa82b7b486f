package io.lychgate.gateway.filter.compress;

import java.util.List;

/** A text that goes into a page, as soon as the beginning of the page is known. Each page has one call of one method. */
public interface InsertedText {
  /**
   * Returns the text; nothing if the page forbids what it does.
   *
   * @param policies the Content-Security-Policy of each meta element that has one
   */
  byte[] of(List<String> policies);

  /** The page has no place for a text. */
  void hasNoPlace();
}
