package io.lychgate.gateway.admin.api;

import io.lychgate.gateway.store.Page;
import java.util.List;
import java.util.function.Function;

/** One page of a list. */
record PageBody<T>(long total, List<T> items) {

  static <S, T> PageBody<T> of(Page<S> page, Function<S, T> row) {
    return new PageBody<>(page.total(), page.items().stream().map(row).toList());
  }
}
