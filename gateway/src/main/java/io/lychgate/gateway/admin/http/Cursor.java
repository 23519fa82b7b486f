package io.lychgate.gateway.admin.http;

import io.lychgate.gateway.store.NewestFirst;
import io.lychgate.gateway.store.Page;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The place in a list after which the next page begins: the values of the last item by which the list is in order. So items that are
 * added or removed meanwhile do not move the others. Clients send it back as it is.
 */
public final class Cursor {
  private static final int MAX_TEXT = 600;
  private static final String SEPARATOR = "\n";
  private static final Pattern MARK = Pattern.compile("[0-9a-f-]{36}");

  private Cursor() {}

  /**
   * One page of a list.
   *
   * @param total length of the whole list
   * @param next the cursor of the next page; null for the last page
   */
  public record Part<T>(long total, @Nullable String next, List<T> items) {
    public Part {
      items = List.copyOf(items);
    }

    /** Returns the same page with these items in place of its own. */
    public <R> Part<R> map(Function<T, R> row) {
      return new Part<>(total, next, items.stream().map(row).toList());
    }
  }

  /**
   * Returns the page of a call from a list in memory.
   *
   * @param place a text that no other item has
   * @param order the order of the list, by these texts
   */
  public static <T> Part<T> part(
      Call call, List<T> all, Function<T, String> place, Comparator<String> order) {
    List<String> cursor = of(call, 1);
    int limit = call.limit();
    List<T> read = all.stream()
        .sorted(Comparator.comparing(place, order))
        .filter(each -> cursor == null || order.compare(place.apply(each), cursor.get(0)) > 0)
        .skip(cursor == null ? call.offset() : 0)
        .limit(limit + 1L)
        .toList();
    return cut(all.size(), read, limit, each -> List.of(place.apply(each)));
  }

  /** Reads a page of a list in the store that has the greatest number first. */
  @FunctionalInterface
  public interface Numbered<T> {
    Page<T> before(long number, int limit);
  }

  /** Returns the page of a call from a list in the store that has the greatest number first. */
  public static <T> Part<T> byNumber(Call call, Numbered<T> list, ToLongFunction<T> number) {
    List<String> cursor = of(call, 1);
    int limit = call.limit();
    Page<T> page = list.before(cursor == null ? Long.MAX_VALUE : number(cursor.get(0)), limit + 1);
    return cut(page, limit, each -> List.of(String.valueOf(number.applyAsLong(each))));
  }

  /**
   * Returns the page of a call from a list in memory that is in order of a number.
   *
   * @param id a text that no other item has; items with the same number are in its order
   */
  public static <T> Part<T> byValue(
      Call call, List<T> all, NumberOrder<T> order, Function<T, String> id) {
    List<String> cursor = of(call, 2);
    int limit = call.limit();
    ToLongFunction<T> value = order.number();
    Stream<T> rest = all.stream();
    if (cursor != null) {
      long last = number(cursor.get(0));
      String lastId = cursor.get(1);
      rest = rest.filter(each -> {
        int place = order.compare(value.applyAsLong(each), last);
        return place > 0 || (place == 0 && id.apply(each).compareTo(lastId) > 0);
      });
    }
    Comparator<T> comparator = (a, b) -> order.compare(value.applyAsLong(a), value.applyAsLong(b));
    List<T> read = rest.sorted(comparator.thenComparing(id))
        .skip(cursor == null ? call.offset() : 0)
        .limit(limit + 1L)
        .toList();
    return cut(
        all.size(),
        read,
        limit,
        each -> List.of(String.valueOf(value.applyAsLong(each)), id.apply(each)));
  }

  /**
   * Returns the page of a call from a list that has an order of its own, such as that of the configuration. It begins after the item of
   * the cursor, or at its former place if that item is gone.
   *
   * @param id a text that no other item has
   */
  public static <T> Part<T> inOrder(Call call, List<T> all, Function<T, String> id) {
    List<String> cursor = of(call, 2);
    int limit = call.limit();
    long from = cursor == null ? call.offset() : placeAfter(all, id, cursor);
    return cut(
        all.size(),
        all.stream().skip(from).limit(limit + 1L).toList(),
        limit,
        last -> List.of(String.valueOf(from + limit), mark(id.apply(last))));
  }

  private static <T> long placeAfter(List<T> all, Function<T, String> id, List<String> cursor) {
    String last = cursor.get(1);
    long place = number(cursor.get(0));
    if (place < 0 || !MARK.matcher(last).matches()) {
      throw invalid();
    }
    for (int i = 0; i < all.size(); i++) {
      if (mark(id.apply(all.get(i))).equals(last)) {
        return i + 1L;
      }
    }
    return place;
  }

  /** Returns a short text for an id, which may be longer than a cursor. */
  private static String mark(String id) {
    return UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** Returns the page of a call from a list in the store that has the newest first. */
  public static <T> Part<T> newest(
      Call call,
      Function<NewestFirst, Page<T>> list,
      Function<T, Instant> at,
      Function<T, String> id) {
    List<String> cursor = of(call, 2);
    int limit = call.limit();
    Page<T> page = list.apply(
        cursor == null
            ? new NewestFirst(Long.MAX_VALUE, "", limit + 1, call.offset())
            : new NewestFirst(number(cursor.get(0)), cursor.get(1), limit + 1, 0));
    return cut(
        page,
        limit,
        each -> List.of(String.valueOf(at.apply(each).toEpochMilli()), id.apply(each)));
  }

  /** Returns a page of the list in the order of its {@code key}. One item more than the limit was read: it shows whether others follow. */
  public static <T> Part<T> cut(Page<T> read, int limit, Function<T, List<String>> key) {
    return cut(read.total(), read.items(), limit, key);
  }

  private static <T> Part<T> cut(
      long total, List<T> read, int limit, Function<T, List<String>> key) {
    if (read.size() <= limit) {
      return new Part<>(total, null, read);
    }
    String place = String.join(SEPARATOR, key.apply(read.get(limit - 1)));
    String next = Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(place.getBytes(StandardCharsets.UTF_8));
    return new Part<>(total, next, read.subList(0, limit));
  }

  /** Returns the values of the cursor of a call; null without one. */
  public static @Nullable List<String> of(Call call, int values) {
    String text = call.context().queryParam("cursor");
    if (text == null || text.isEmpty()) {
      return null;
    }
    if (text.length() <= MAX_TEXT) {
      try {
        String decoded = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
        List<String> key = List.of(decoded.split(SEPARATOR, -1));
        // A database of PostgreSQL takes no zero characters.
        if (key.size() == values && decoded.indexOf('\0') < 0) {
          return key;
        }
      } catch (IllegalArgumentException e) {
        // Refused below.
      }
    }
    throw invalid();
  }

  /** Returns a number of a cursor. */
  public static long number(String value) {
    if (!value.matches("-?\\d{1,18}")) {
      throw invalid();
    }
    return Long.parseLong(value);
  }

  /** Returns a number with a fraction of a cursor. */
  public static double decimal(String value) {
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw invalid();
    }
  }

  private static ProblemException invalid() {
    return Call.invalid("cursor", "another value", "`next` of the page before");
  }
}
