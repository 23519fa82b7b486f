package io.lychgate.gateway.config.password;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BreachedListTest {

  @TempDir
  Path directory;

  @Test
  void findsWholeLinesOfAFileOfPasswords() throws Exception {
    BreachedList list = list("first\nzweites Wörtchen\nlast");

    assertThat(list.problem()).isEmpty();
    assertThat(list.contains("first")).isTrue();
    assertThat(list.contains("zweites Wörtchen")).isTrue();
    assertThat(list.contains("last")).isTrue();
    assertThat(list.contains("las")).isFalse();
    assertThat(list.contains("")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", ":3\n", ":1234567\r\n"})
  void findsEachHashAndNoOther(String end) throws Exception {
    List<String> passwords =
        IntStream.range(0, 1000).mapToObj(i -> "password" + i).toList();
    BreachedList list = list(passwords.stream()
        .map(BreachedListTest::sha1)
        .sorted()
        .collect(Collectors.joining(end, "", end)));

    assertThat(list.problem()).isEmpty();
    for (String password : passwords) {
      assertThat(list.contains(password)).as(password).isTrue();
      assertThat(list.contains(password + "x")).isFalse();
    }
  }

  @Test
  void findsHashesInLowerCaseAndWithoutALastLineEnd() throws Exception {
    BreachedList list = list(IntStream.range(0, 3)
        .mapToObj(i -> sha1("p" + i).toLowerCase(java.util.Locale.ROOT))
        .sorted()
        .collect(Collectors.joining("\n")));

    for (int i = 0; i < 3; i++) {
      assertThat(list.contains("p" + i)).isTrue();
    }
    assertThat(list.contains("p3")).isFalse();
  }

  @Test
  void reportsHashesOutOfOrder() throws Exception {
    String sorted = IntStream.range(0, 500)
        .mapToObj(i -> sha1("p" + i))
        .sorted((a, b) -> b.compareTo(a))
        .collect(Collectors.joining("\n"));

    assertThat(list(sorted).problem()).contains("not in order near byte");
    assertThat(list(sha1("a") + "\n" + "x".repeat(5000)).problem()).contains("no SHA-1 near");
  }

  @Test
  void reportsAFileThatCannotBeUsed() throws Exception {
    assertThat(list("").problem()).contains("empty or no file");
    assertThat(new BreachedList(directory.resolve("none")).problem()).contains("not found");
    assertThat(new BreachedList(directory).problem()).contains("no file");
  }

  private BreachedList list(String text) throws IOException {
    return new BreachedList(Files.writeString(directory.resolve("list"), text));
  }

  private static String sha1(String text) {
    try {
      return HexFormat.of()
          .withUpperCase()
          .formatHex(
              MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
