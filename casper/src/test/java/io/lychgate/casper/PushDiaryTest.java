package io.lychgate.casper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PushDiaryTest {
  @Test
  void keepsPromisesPerAuthority() {
    PushDiary diary = new PushDiary();

    diary.record("a.test", candidate(1));

    assertThat(diary.contains("a.test", candidate(1))).isTrue();
    assertThat(diary.contains("b.test", candidate(1))).isFalse();
    assertThat(diary.contains("a.test", candidate(2))).isFalse();
  }

  @Test
  void anEmptyDiaryContainsNothing() {
    assertThat(new PushDiary().contains("a.test", candidate(1))).isFalse();
  }

  @Test
  void keepsTheLastHundredsAndEvictsTheOldest() {
    PushDiary diary = new PushDiary();
    int last = 5 * CasperLimits.DIARY_ENTRIES;
    for (int i = 0; i <= last; i++) {
      diary.record("a.test", candidate(i));
      diary.record("a.test", candidate(i));
      assertThat(diary.contains("a.test", candidate(i))).isTrue();
    }

    for (int i = last - CasperLimits.DIARY_ENTRIES; i <= last; i++) {
      assertThat(diary.contains("a.test", candidate(i))).as("%d", i).isTrue();
    }
    assertThat(diary.contains("a.test", candidate(0))).isFalse();
  }

  private static PushCandidate candidate(int number) {
    return PushCandidate.of("/" + number + ".css", Destination.STYLE, Delivery.AUTO, 1, "");
  }
}
