package io.lychgate.gateway.message;

import io.netty.util.AsciiString;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Header or trailer fields in the order of the message: a flat list of lower-case names and values.
 *
 * <p>It is a list and not a map. A message has about a dozen fields, is walked once or twice, and is then written in the same
 * order. A comparison of lengths and bytes is faster than hashing and costs one array. Not thread-safe.
 */
public final class Fields {
  /** The empty list, mostly for absent trailers. */
  private static final CharSequence[] NONE = {};

  private CharSequence[] pairs;
  private int length;

  /**
   * The {@linkplain #mark marks} of all names that were ever added. Most look-ups are for absent fields, and this ends them without
   * a comparison of names.
   */
  private long marks;

  /** @param expectedFields the expected number; 0 allocates nothing */
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

  /** Appends a field. The name must be in lower case: the edges convert it once, and no other part checks it. */
  public Fields add(AsciiString name, CharSequence value) {
    if (length == pairs.length) {
      pairs = Arrays.copyOf(pairs, Math.max(8, 2 * length));
    }
    marks |= mark(name);
    pairs[length++] = name;
    pairs[length++] = value;
    return this;
  }

  /** Returns the first value with this name; null if there is none. */
  public @Nullable CharSequence get(AsciiString name) {
    int index = indexOf(name, 0);
    return index < 0 ? null : value(index);
  }

  public boolean contains(AsciiString name) {
    return indexOf(name, 0) >= 0;
  }

  /** Returns the index of the first field with this name at or after {@code from}, or -1. */
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

  /** Replaces all fields with this name by one at the place of the first. */
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

  /** Keeps only the fields that the filter accepts, in one pass and in place. */
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

  /** Returns one bit of 64, by length and last byte, because many names have the same beginning. */
  private static long mark(AsciiString name) {
    int length = name.length();
    return length == 0 ? 1 : 1L << (4 * length + name.array()[name.arrayOffset() + length - 1]);
  }

  /** Selects the fields to keep. */
  @FunctionalInterface
  public interface Filter {
    boolean keeps(AsciiString name, CharSequence value);
  }

  /**
   * Returns true if two lower-case names are equal. Names of the HPACK tables and constants of the gateway are mostly the same
   * object. Other names differ in their last byte more often than in the first ({@code sec-fetch-dest}, {@code sec-fetch-mode}).
   * AsciiString's own comparison computes hashes, which a newly decoded text does not have yet.
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
