package io.lychgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteRangesTest {
  @ParameterizedTest(name = "{0} of 100")
  @CsvSource(
      delimiter = '|',
      value = {
        "bytes=0-9|0-9",
        "BYTES=0-9|0-9",
        "bytes=90-|90-99",
        "bytes=-10|90-99",
        "bytes=-1000|0-99",
        "bytes=0-1000|0-99",
        "bytes=99-99|99-99",
        "bytes=0-0,50-59, 99-99|0-0 50-59 99-99",
        "bytes=50-59,0-9|50-59 0-9",
        "bytes=0-9,200-300|0-9",
        "bytes=,0-9,,|0-9",
        "bytes=0-99999999999999999999999999|0-99",
        "bytes=100-|unsatisfiable",
        "bytes=100-200,300-|unsatisfiable",
        "bytes=99999999999999999999999999-|unsatisfiable",
        "bytes=-0|unsatisfiable",
        "bytes=|unsatisfiable",
        "bytes=0-9,5-14|whole",
        "bytes=0-,-1|whole",
        "bytes=9-0|whole",
        "bytes=a-b|whole",
        "bytes=-|whole",
        "bytes=5|whole",
        "bytes=--5|whole",
        "bytes=0x1-2|whole",
        "bytes 0-9|whole",
        "lines=0-9|whole",
        "''|whole",
      })
  void readsRanges(String field, String expected) {
    assertThat(text(ByteRanges.of(field, 100))).isEqualTo(expected);
  }

  @Test
  void sendsTheWholeFileForTooManyRanges() {
    StringBuilder field = new StringBuilder("bytes=0-0");
    for (int i = 1; i <= 1000; i++) {
      field.append(',').append(2 * i).append('-').append(2 * i);
    }

    assertThat(text(ByteRanges.of(field, 100_000))).isEqualTo("whole");
  }

  @Test
  void emptyFileHasNoRange() {
    assertThat(text(ByteRanges.of("bytes=0-0", 0))).isEqualTo("unsatisfiable");
    assertThat(text(ByteRanges.of("bytes=-1", 0))).isEqualTo("unsatisfiable");
    assertThat(text(ByteRanges.of(null, 0))).isEqualTo("whole");
  }

  private static String text(@Nullable ByteRanges ranges) {
    if (ranges instanceof ByteRanges.Parts parts) {
      return parts.ranges().stream()
          .map(range -> range.first() + "-" + range.last())
          .collect(Collectors.joining(" "));
    }
    return ranges instanceof ByteRanges.Whole ? "whole" : "unsatisfiable";
  }
}
