package io.lychgate.gateway.store;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The state of a thing before and after a change, as an entry of the audit trail keeps it: only the lines that differ, cut to
 * {@link #MAX_CHARACTERS}, without values of keys that name a secret.
 */
public record AuditState(@Nullable String before, @Nullable String after) {
  /** No states. */
  public static final AuditState NONE = new AuditState(null, null);

  /** Characters of one state: an entry stays readable, and 10,000 of them are at most 80 MB. */
  static final int MAX_CHARACTERS = 4000;

  private static final String HASH = "sha256:";

  private static final Pattern SECRET = Pattern.compile(
      "(?i)([\"']?[\\w.-]*(?:password|passwd|secret|token|authorization|cookie|api[_-]?key|private[_-]?key)[\\w.-]*[\"']?"
          + "\\s*[:=]\\s*)(\"[^\"]*\"|'[^']*'|[^\\s,;}]+(?: [^\\s,;}]+)*)");

  /** Returns the differing lines of two texts. Null stands for a thing that is not there. */
  public static AuditState of(@Nullable String before, @Nullable String after) {
    if (before == null || after == null) {
      return new AuditState(shown(before), shown(after));
    }
    List<String> old = before.lines().toList();
    List<String> now = after.lines().toList();
    int same = 0;
    int least = Math.min(old.size(), now.size());
    while (same < least && old.get(same).equals(now.get(same))) {
      same++;
    }
    int sameAtEnd = 0;
    while (sameAtEnd < least - same
        && old.get(old.size() - 1 - sameAtEnd).equals(now.get(now.size() - 1 - sameAtEnd))) {
      sameAtEnd++;
    }
    return new AuditState(part(old, same, sameAtEnd), part(now, same, sameAtEnd));
  }

  /** Returns the same states, with the hash of the whole text after the change in front of it. */
  AuditState withHash(String whole) {
    return new AuditState(before, HASH + AuditChain.sha256(whole) + "\n" + after);
  }

  /** Returns the hash in a state that {@link #withHash} made; null if it has none. */
  static @Nullable String hashIn(@Nullable String state) {
    return state != null && state.matches("(?s)" + HASH + "[0-9a-f]{64}\n.*")
        ? state.substring(HASH.length(), HASH.length() + 64)
        : null;
  }

  private static String part(List<String> lines, int same, int sameAtEnd) {
    List<String> differing = lines.subList(same, lines.size() - sameAtEnd);
    if (differing.isEmpty()) {
      return "";
    }
    String place = same == 0 && sameAtEnd == 0
        ? ""
        : "lines " + (same + 1) + "-" + (lines.size() - sameAtEnd) + ":\n";
    return redacted(cut(place + String.join("\n", differing)));
  }

  private static @Nullable String shown(@Nullable String text) {
    return text == null ? null : redacted(cut(text));
  }

  private static String cut(String text) {
    if (text.length() <= MAX_CHARACTERS) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(MAX_CHARACTERS - 1))
        ? MAX_CHARACTERS - 1
        : MAX_CHARACTERS;
    return text.substring(0, end) + "\n… " + (text.length() - end) + " more characters";
  }

  /** Returns the text with *** in place of the values of keys that name a secret. */
  static String redacted(String text) {
    return SECRET.matcher(text).replaceAll("$1***");
  }
}
