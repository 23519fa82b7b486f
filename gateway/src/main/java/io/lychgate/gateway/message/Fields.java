package io.lychgate.gateway.message;

import io.netty.util.AsciiString;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Header or trailer fields in the order of the message: a flat list of lower-case names and values.
 *
 * <p>A list and not a map, because a message has a dozen fields, is walked once or twice from front to back, and is then
 * written out in the same order: comparing lengths and octets beats hashing and costs one array. Not thread-safe.
 */
public final class Fields {
  /** Of trailers, mostly: they are there and say nothing. */
  private static final CharSequence[] NONE = {};

  private CharSequence[] pairs;
  private int length;

  /**
   * Has the {@linkplain #mark marks} of all names that were ever added: most of what a message is asked for it does not have, and
   * that is answered without a look at its names.
   */
  private long marks;

  /** @param expectedFields 0 for unexpected fields */
  public Fields(int expectedFields) {
    pairs = expectedFields == 0 ? NONE : new CharSequence[2 * Math.max(4, expectedFields)];
  }

  public Fields() {
    this(8);
  }

  public int size() {
    return length >> 1;
  }

  public AsciiString name(int index) {
    return (AsciiString) pairs[2 * index];
  }

  public CharSequence value(int index) {
    return pairs[2 * index + 1];
  }

  /** Appends a field. The name must be lower case already: the edges lower it once, nothing else looks at case. */
  public Fields add(AsciiString name, CharSequence value) {
    if (length == pairs.length) {
      pairs = Arrays.copyOf(pairs, Math.max(8, 2 * length));
    }
    marks |= mark(name);
    pairs[length++] = name;
    pairs[length++] = value;
    return this;
  }

  /** The first value with this name. */
  public @Nullable CharSequence get(AsciiString name) {
    int index = indexOf(name, 0);
    return index < 0 ? null : value(index);
  }

  public boolean contains(AsciiString name) {
    return indexOf(name, 0) >= 0;
  }

  /** Index of the first field with this name at or after {@code from}, or -1. */
  public int indexOf(AsciiString name, int from) {
    if ((marks & mark(name)) == 0) {
      return -1;
    }
    for (int i = 2 * from; i < length; i += 2) {
      if (same((AsciiString) pairs[i], name)) {
        return i >> 1;
      }
    }
    return -1;
  }

  /** Replaces all fields of this name by one, at the place of the first. */
  public Fields set(AsciiString name, CharSequence value) {
    int index = indexOf(name, 0);
    if (index < 0) {
      return add(name, value);
    }
    pairs[2 * index + 1] = value;
    for (int i = indexOf(name, index + 1); i >= 0; i = indexOf(name, i)) {
      removeAt(i);
    }
    return this;
  }

  public void setValue(int index, CharSequence value) {
    pairs[2 * index + 1] = value;
  }

  public void remove(AsciiString name) {
    for (int i = indexOf(name, 0); i >= 0; i = indexOf(name, i)) {
      removeAt(i);
    }
  }

  public void removeAt(int index) {
    System.arraycopy(pairs, 2 * index + 2, pairs, 2 * index, length - 2 * index - 2);
    length -= 2;
    pairs[length] = "";
    pairs[length + 1] = "";
  }

  /** Keeps only the fields that the filter wants, in one pass and in place. */
  public void retain(Filter filter) {
    int kept = 0;
    for (int i = 0; i < length; i += 2) {
      if (filter.keeps((AsciiString) pairs[i], pairs[i + 1])) {
        pairs[kept] = pairs[i];
        pairs[kept + 1] = pairs[i + 1];
        kept += 2;
      }
    }
    Arrays.fill(pairs, kept, length, null);
    length = kept;
  }

  public Fields copy() {
    Fields copy = new Fields(size() + 4);
    System.arraycopy(pairs, 0, copy.pairs, 0, length);
    copy.length = length;
    copy.marks = marks;
    return copy;
  }

  /** One bit of 64, by length and last octet: most names begin like others. */
  private static long mark(AsciiString name) {
    int length = name.length();
    return length == 0 ? 1 : 1L << (4 * length + name.array()[name.arrayOffset() + length - 1]);
  }

  /** Decides for one field whether it stays. */
  @FunctionalInterface
  public interface Filter {
    boolean keeps(AsciiString name, CharSequence value);
  }

  /**
   * Names of the HPACK tables and our constants are mostly the same object. Of two others the last octet tells more than the
   * first ({@code sec-fetch-dest}, {@code sec-fetch-mode}). AsciiString's own comparisons ask for hashes, which a text just
   * decoded has not yet.
   */
  @SuppressWarnings("ReferenceEquality")
  static boolean same(AsciiString a, AsciiString b) {
    if (a == b) {
      return true;
    }
    int length = a.length();
    if (length != b.length()) {
      return false;
    }
    int startA = a.arrayOffset();
    int startB = b.arrayOffset();
    return length == 0
        || (a.array()[startA + length - 1] == b.array()[startB + length - 1]
            && Arrays.equals(
                a.array(), startA, startA + length, b.array(), startB, startB + length));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < size(); i++) {
      text.append(name(i)).append(": ").append(value(i)).append('\n');
    }
    return text.toString();
  }
}
