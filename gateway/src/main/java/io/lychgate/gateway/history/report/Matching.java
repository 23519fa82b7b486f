package io.lychgate.gateway.history.report;

import io.lychgate.gateway.history.Block;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of both windows that are compared.
 *
 * @param before in the order of time, except that with pairs each has the index of its partner in {@code after}
 * @param paired true if the lists are pairs; else they may differ in length
 * @param usableBefore blocks before the event that are complete, with or without a partner
 */
record Matching(
    List<Block> before,
    List<Block> after,
    boolean paired,
    int usableBefore,
    int usableAfter,
    Map<Exclusion, Integer> excluded) {

  /** The reason to leave a block out. */
  enum Exclusion {
    GAP("No node counted in this time"),
    MISSING_NODE("A node was missing that counted shortly before and after"),
    PART("A node counted for less than the whole time, as after a restart"),
    OVERLAP("A node counted for more than the whole time, as after a clock was set back"),
    SECOND_PASS("This hour of the day came twice, as the clocks were set back"),
    NO_PARTNER("The other window has no block for this time of day and kind of day");

    private final String text;

    Exclusion(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  /** A block may miss this share of its width, but at least the jitter of one reading. */
  private static final double TOLERANCE = 0.05;

  private static final long JITTER_MILLIS = 1_500;

  /** A node that is away for longer has left the fleet. */
  private static final Duration LONGEST_ABSENCE = Duration.ofHours(1);

  /** Blocks with the same key show the same time of day. */
  private record Key(int kind, int slot, int week) {}

  static Matching of(ReportPlan plan, List<Block> blocks, ZoneId zone) {
    Map<Instant, Block> byStart = byStart(plan, blocks);
    Map<Exclusion, Integer> excluded = new EnumMap<>(Exclusion.class);
    List<Block> before =
        usable(byStart, plan.beforeFrom(), plan.beforeTo(), plan.width(), zone, excluded);
    List<Block> after =
        usable(byStart, plan.afterFrom(), plan.afterTo(), plan.width(), zone, excluded);
    if (plan.basis() == ReportBasis.QUICK) {
      return new Matching(before, after, false, before.size(), after.size(), excluded);
    }
    Map<Key, Deque<Block>> partners = new HashMap<>();
    for (Block block : before) {
      partners
          .computeIfAbsent(key(block, plan, plan.beforeFrom(), zone), key -> new ArrayDeque<>())
          .add(block);
    }
    List<Block> pairedBefore = new ArrayList<>();
    List<Block> pairedAfter = new ArrayList<>();
    for (Block block : after) {
      Deque<Block> same = partners.get(key(block, plan, plan.afterFrom(), zone));
      if (same != null && !same.isEmpty()) {
        pairedBefore.add(same.remove());
        pairedAfter.add(block);
      }
    }
    int alone = before.size() + after.size() - 2 * pairedAfter.size();
    if (alone > 0) {
      excluded.put(Exclusion.NO_PARTNER, alone);
    }
    return new Matching(pairedBefore, pairedAfter, true, before.size(), after.size(), excluded);
  }

  private static Map<Instant, Block> byStart(ReportPlan plan, List<Block> blocks) {
    Map<Instant, Block> byStart = new TreeMap<>();
    for (Block block : blocks) {
      if (!block.width().equals(plan.width())) {
        throw new IllegalArgumentException(
            "width of a block: " + block.width() + " (expected: " + plan.width() + ")");
      }
      if (byStart.put(block.start(), block) != null) {
        throw new IllegalArgumentException("two blocks start at " + block.start());
      }
    }
    return byStart;
  }

  private static List<Block> usable(
      Map<Instant, Block> byStart,
      Instant from,
      Instant to,
      Duration width,
      ZoneId zone,
      Map<Exclusion, Integer> excluded) {
    List<Instant> starts = new ArrayList<>();
    for (Instant start = from; start.isBefore(to); start = start.plus(width)) {
      starts.add(start);
    }
    List<Set<String>> absent = absent(starts, byStart, width);
    List<Block> usable = new ArrayList<>();
    for (int i = 0; i < starts.size(); i++) {
      Block block = byStart.get(starts.get(i));
      Exclusion exclusion = exclusion(block, absent.get(i), starts.get(i), width, zone);
      if (exclusion != null) {
        excluded.merge(exclusion, 1, Integer::sum);
      } else if (block != null) {
        usable.add(block);
      }
    }
    return usable;
  }

  private static @Nullable Exclusion exclusion(
      @Nullable Block block, Set<String> absent, Instant start, Duration width, ZoneId zone) {
    if (block == null || block.observed().isEmpty()) {
      return Exclusion.GAP;
    }
    if (!absent.isEmpty()) {
      return Exclusion.MISSING_NODE;
    }
    double slack = Math.max(TOLERANCE * width.toMillis(), JITTER_MILLIS);
    for (long observed : block.observed().values()) {
      if (observed < width.toMillis() - slack) {
        return Exclusion.PART;
      }
      if (observed > width.toMillis() + slack) {
        return Exclusion.OVERLAP;
      }
    }
    return isSecondPass(start, zone) ? Exclusion.SECOND_PASS : null;
  }

  /** Returns, for each block, the nodes that are not in it but counted at most an hour before and after. */
  private static List<Set<String>> absent(
      List<Instant> starts, Map<Instant, Block> byStart, Duration width) {
    List<Set<String>> absent = new ArrayList<>();
    Map<String, Integer> last = new HashMap<>();
    long longest = Math.max(4, LONGEST_ABSENCE.dividedBy(width));
    for (int i = 0; i < starts.size(); i++) {
      absent.add(new TreeSet<>());
      Block block = byStart.get(starts.get(i));
      if (block == null) {
        continue;
      }
      for (String node : block.observed().keySet()) {
        Integer seen = last.put(node, i);
        if (seen != null && i - seen - 1 <= longest) {
          for (int missed = seen + 1; missed < i; missed++) {
            absent.get(missed).add(node);
          }
        }
      }
    }
    return absent;
  }

  private static boolean isSecondPass(Instant start, ZoneId zone) {
    ZonedDateTime local = start.atZone(zone);
    List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local.toLocalDateTime());
    return offsets.size() > 1 && !local.getOffset().equals(offsets.get(0));
  }

  private static Key key(Block block, ReportPlan plan, Instant windowFrom, ZoneId zone) {
    ZonedDateTime local = block.start().atZone(zone);
    int slot = (int) (local.toLocalTime().toSecondOfDay() / plan.width().toSeconds());
    if (plan.basis() == ReportBasis.WEEKS) {
      LocalDate first = LocalDate.ofInstant(windowFrom, zone);
      long day = ChronoUnit.DAYS.between(first, local.toLocalDate());
      return new Key(local.getDayOfWeek().getValue(), slot, (int) Math.floorDiv(day, 7L));
    }
    return new Key(isWeekend(local) ? 1 : 0, slot, 0);
  }

  static boolean isWeekend(ZonedDateTime local) {
    return local.getDayOfWeek() == DayOfWeek.SATURDAY || local.getDayOfWeek() == DayOfWeek.SUNDAY;
  }
}
