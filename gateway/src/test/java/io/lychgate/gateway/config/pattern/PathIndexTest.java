package io.lychgate.gateway.config.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class PathIndexTest {
  private static final int PATTERNS = 200;

  @Test
  void matchesAreInTheOrderOfTheList() {
    List<PathPattern> patterns = Stream.of("/*", "/a/*", "*", "/a/b", "/a/*/c", "/a/b/*")
        .map(PathPattern::glob)
        .toList();

    assertThat(found(new PathIndex(patterns), "/a/b")).containsExactly(0, 1, 2, 3);
    assertThat(found(new PathIndex(patterns), "/a/b/c")).containsExactly(0, 1, 2, 4, 5);
    assertThat(found(new PathIndex(patterns), "/b")).containsExactly(0, 2);
    assertThat(found(new PathIndex(patterns), "")).containsExactly(2);
  }

  @Test
  void everyRegularExpressionIsTried() {
    PathIndex index =
        new PathIndex(List.of(PathPattern.glob("/shop/*"), PathPattern.regex("\\.css$")));

    assertThat(found(index, "/shop/site.css")).containsExactly(0, 1);
    assertThat(found(index, "/site.css")).containsExactly(1);
  }

  @Test
  void textAfterTheLengthIsIgnored() {
    PathIndex index = new PathIndex(List.of(PathPattern.glob("/a"), PathPattern.glob("/ab*")));

    assertThat(index.next("/a?query", 2, PathIndex.NONE)).isZero();
    assertThat(index.next("/ab?query", 2, 0)).isEqualTo(PathIndex.NONE);
  }

  @Test
  void beginningsWithTheSameHashAreDistinguished() {
    assertThat("/Aa/".hashCode()).isEqualTo("/BB/".hashCode());
    PathIndex index = new PathIndex(
        List.of(PathPattern.glob("/Aa/*"), PathPattern.glob("/BB/*"), PathPattern.glob("/Aa/*c")));

    assertThat(found(index, "/BB/c")).containsExactly(1);
    assertThat(found(index, "/Aa/c")).containsExactly(0, 2);
  }

  /** Lengths of 64 characters and more have no bit in a long. */
  @Test
  void longBeginningsAreFound() {
    List<PathPattern> patterns = IntStream.of(62, 63, 64, 65, 128, 300)
        .mapToObj(length -> PathPattern.glob("/" + "a".repeat(length - 1) + "*"))
        .toList();

    assertThat(found(new PathIndex(patterns), "/" + "a".repeat(63))).containsExactly(0, 1, 2);
    assertThat(found(new PathIndex(patterns), "/" + "a".repeat(400)))
        .containsExactly(0, 1, 2, 3, 4, 5);
  }

  @Test
  void emptyIndexMatchesNothing() {
    assertThat(found(new PathIndex(List.of()), "/")).isEmpty();
  }

  /** The small alphabet makes patterns share prefixes, nest and collide. */
  @RepeatedTest(50)
  void findsTheSameAsALinearSearch(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    List<PathPattern> patterns = new ArrayList<>();
    for (int i = 0; i < PATTERNS; i++) {
      patterns.add(
          random.nextInt(20) == 0
              ? PathPattern.regex(text(random, "ab/", 3))
              : PathPattern.glob((random.nextInt(10) == 0 ? "*" : "/") + text(random, "ab/*", 6)));
    }
    PathIndex index = new PathIndex(patterns);

    for (int i = 0; i < 200; i++) {
      String path = "/" + text(random, "ab/", 7);
      List<Integer> expected = IntStream.range(0, PATTERNS)
          .filter(position -> patterns.get(position).matches(path))
          .boxed()
          .toList();
      assertThat(found(index, path)).as(path).isEqualTo(expected);
    }
  }

  private static String text(Random random, String alphabet, int longest) {
    return IntStream.range(0, 1 + random.nextInt(longest))
        .mapToObj(i -> String.valueOf(alphabet.charAt(random.nextInt(alphabet.length()))))
        .collect(Collectors.joining());
  }

  private static List<Integer> found(PathIndex index, String path) {
    List<Integer> found = new ArrayList<>();
    for (int i = index.next(path, path.length(), PathIndex.NONE);
        i != PathIndex.NONE;
        i = index.next(path, path.length(), i)) {
      found.add(i);
    }
    return found;
  }
}
