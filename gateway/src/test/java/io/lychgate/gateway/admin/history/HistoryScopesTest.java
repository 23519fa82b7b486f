package io.lychgate.gateway.admin.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The scopes of each counter in {@code docs/reference/savings.md} are those that the admin API has values for. */
final class HistoryScopesTest {
  /** Names of counters, unit, scopes: {@code | `a`, `b` | ms | all, listener; `-` |}. */
  private static final Pattern ROW =
      Pattern.compile("^\\| (`[a-z0-9_`, ]+`) \\| [^|]+ \\| (all[a-z, ]*)[^|]* \\|");

  private static final Pattern NAME = Pattern.compile("`([a-z0-9_]+)`");
  private static final Pattern SCOPE = Pattern.compile("all|listener|site");

  @Test
  void scopesOfTheDocumentationAreThoseOfTheApi() throws IOException {
    Map<String, List<String>> documented = documented();
    for (Measure measure : Measure.values()) {
      HistoryValue value = Objects.requireNonNull(HistoryValue.of(measure.column()));
      assertThat(documented.get(measure.column()))
          .as(measure.column())
          .isEqualTo(Arrays.stream(Scope.values())
              .filter(value.scopes()::contains)
              .map(Scope::token)
              .toList());
    }
  }

  private static Map<String, List<String>> documented() throws IOException {
    Map<String, List<String>> scopes = new HashMap<>();
    for (String line : Files.readAllLines(Path.of("../docs/reference/savings.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.find()) {
        List<String> words =
            SCOPE.matcher(row.group(2)).results().map(MatchResult::group).toList();
        NAME.matcher(row.group(1)).results().forEach(name -> scopes.put(name.group(1), words));
      }
    }
    return scopes;
  }
}
