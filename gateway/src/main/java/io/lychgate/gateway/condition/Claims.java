package io.lychgate.gateway.condition;

import java.util.List;
import java.util.Map;

/**
 * The statements about an authenticated sender, as conditions see them. Immutable.
 *
 * @param texts the claims that are texts, numbers or booleans, as text. Members of objects have the names of both, joined by a dot
 * @param lists each claim as a list of texts: the elements of a list, the words of {@code scope}, or the only value
 */
public record Claims(Map<String, String> texts, Map<String, List<String>> lists) {
  public static final Claims NONE = new Claims(Map.of(), Map.of());
}
