package io.lychgate.gateway.http3;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** The verdict on a stream does not depend on how its bytes were split into reads. */
class FrameWalkFuzzTest {
  @FuzzTest
  void readsAnyStream(byte[] bytes) {
    for (boolean isControl : new boolean[] {true, false}) {
      FrameWalk whole = new FrameWalk(isControl);
      FrameWalk cut = new FrameWalk(isControl);

      assertThat(FrameWalkTest.follow(cut, bytes, 1))
          .isEqualTo(FrameWalkTest.follow(whole, bytes, Math.max(1, bytes.length)));

      assertThat(cut.isBetweenFrames()).isEqualTo(whole.isBetweenFrames());
    }
  }
}
