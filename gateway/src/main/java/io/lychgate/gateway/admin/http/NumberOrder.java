package io.lychgate.gateway.admin.http;

import java.util.Map;
import java.util.function.ToLongFunction;

/** The order of a list by a number that each item has. */
public record NumberOrder<T>(ToLongFunction<T> number, boolean isDescending) {

  public static <T> NumberOrder<T> leastFirst(ToLongFunction<T> number) {
    return new NumberOrder<>(number, false);
  }

  public static <T> NumberOrder<T> greatestFirst(ToLongFunction<T> number) {
    return new NumberOrder<>(number, true);
  }

  /**
   * Returns the order of a query.
   *
   * @param sort the name of a field; a leading minus sorts in descending order
   */
  public static <T> NumberOrder<T> of(String sort, Map<String, ToLongFunction<T>> fields) {
    boolean isDescending = sort.startsWith("-");
    ToLongFunction<T> number = fields.get(sort.substring(isDescending ? 1 : 0));
    if (number == null) {
      throw Call.invalid(
          "sort", sort, String.join(", ", fields.keySet().stream().sorted().toList()));
    }
    return new NumberOrder<>(number, isDescending);
  }

  int compare(long a, long b) {
    return isDescending ? Long.compare(b, a) : Long.compare(a, b);
  }
}
