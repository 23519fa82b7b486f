package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rule that lets two versions share a store: a migration that removes or changes things names the oldest schema that works. */
final class MigrationNamesTest {
  /** Versions up to this one refuse every newer store. */
  private static final int BEFORE_THE_RULE = 13;

  private static final Pattern NAME = Pattern.compile("V(\\d+)__(.+)\\.sql");
  private static final Pattern CONTRACTS = Pattern.compile(
      "\\bdrop\\s+(table|column|constraint|default)\\b|\\brename\\b|\\bset\\s+not\\s+null\\b"
          + "|\\balter\\s+column\\b|\\badd\\s+column\\b[^;,]*\\bnot\\s+null\\b(?![^;,]*\\bdefault\\b)");

  /** Returns the fault of a migration; empty if it has none. */
  private static String fault(String file, String text) {
    Matcher name = NAME.matcher(file);
    if (!name.matches()) {
      return file + ": not V<number>__<words>.sql";
    }
    int number = Integer.parseInt(name.group(1));
    int needed = StoreSchema.needed(name.group(2).replace('_', ' '));
    if (needed >= number) {
      return file + ": the version before could not use the store (expected: needs at most "
          + (number - 1) + ")";
    }
    String statements = text.replaceAll("--[^\n]*", "").toLowerCase(Locale.ROOT);
    return number > BEFORE_THE_RULE
            && needed == 0
            && CONTRACTS.matcher(statements).find()
        ? file + ": removes or changes things (expected: a name V" + number + "__needs_<schema>_…)"
        : "";
  }

  @ParameterizedTest
  @ValueSource(strings = {"sqlite", "postgresql"})
  void migrationsThatContractSaySo(String database) throws Exception {
    Path folder = Path.of(
        Objects.requireNonNull(StoreSchema.class.getResource("/db/" + database)).toURI());
    try (Stream<Path> files = Files.list(folder)) {
      List<String> faults = files
          .map(file -> fault(String.valueOf(file.getFileName()), read(file)))
          .filter(fault -> !fault.isEmpty())
          .toList();
      assertThat(faults).isEmpty();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
          V20__drop_author.sql          | ALTER TABLE manifest DROP COLUMN author | removes or changes
          V20__author.sql               | ALTER TABLE m RENAME COLUMN a TO b      | removes or changes
          V20__author.sql               | ALTER TABLE m ADD COLUMN a TEXT NOT NULL | removes or changes
          V20__needs_20_drop_author.sql | ALTER TABLE manifest DROP COLUMN author | could not use
          20__author.sql                | SELECT 1                                | not V<number>
          """)
  void namesWithoutTheRuleAreFound(String file, String text, String fault) {
    assertThat(fault(file, text)).contains(fault);
  }

  @Test
  void migrationsThatFollowTheRulePass() {
    assertThat(fault("V20__needs_19_drop_author.sql", "ALTER TABLE m DROP COLUMN a"))
        .isEmpty();
    assertThat(fault(
            "V20__a.sql", "ALTER TABLE m ADD COLUMN a TEXT NOT NULL DEFAULT ''; -- drop table"))
        .isEmpty();
  }
}
