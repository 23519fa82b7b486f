package io.lychgate.gateway.store;

import java.util.List;

/**
 * A part of a longer list.
 *
 * @param total length of the whole list
 */
public record Page<T>(long total, List<T> items) {

  public Page {
    items = List.copyOf(items);
  }
}
