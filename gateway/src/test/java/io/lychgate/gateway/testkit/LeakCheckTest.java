package io.lychgate.gateway.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Classes that release their buffers pass, and others fail. */
final class LeakCheckTest {
  private static @Nullable ByteBuf kept;

  @AfterEach
  void clear() {
    kept = null;
  }

  static final class Releasing {
    @Test
    void releases() {
      ByteBufAllocator.DEFAULT.buffer(16).release();
    }
  }

  static final class Leaking {
    @Test
    void leaks() {
      ByteBufAllocator.DEFAULT.buffer(16).writeByte(1);
    }
  }

  static final class LeakingOneOfMany {
    @Test
    void leaks() {
      for (int i = 0; i < 1000; i++) {
        ByteBuf made = ByteBufAllocator.DEFAULT.buffer(16);
        if (i != 500) {
          made.release();
        }
      }
    }
  }

  static final class LeakingASlice {
    @Test
    void leaks() {
      ByteBuf whole = ByteBufAllocator.DEFAULT.buffer(16).writeZero(16);
      whole.readRetainedSlice(4).readByte();
      whole.release();
    }
  }

  static final class Keeping {
    @Test
    void keeps() {
      kept = ByteBufAllocator.DEFAULT.buffer(16).writeByte(1);
    }
  }

  static final class Dropping {
    @Test
    void drops() {
      assertThat(kept).isNotNull();
      kept = null;
    }
  }

  /** Runs a class as the build does, and returns the messages of its failures. */
  private static List<String> failures(Class<?> tests) {
    LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
        .selectors(DiscoverySelectors.selectClass(tests))
        .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
        .build();
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, summary);
    assertThat(summary.getSummary().getTestsFoundCount()).isPositive();
    return summary.getSummary().getFailures().stream()
        .map(failure -> String.valueOf(failure.getException().getMessage()))
        .toList();
  }

  @Test
  void classThatReleasesItsBuffersPasses() {
    assertThat(failures(Releasing.class)).isEmpty();
  }

  @Test
  void classThatLeavesABufferToTheCollectorFails() {
    assertThat(failures(Leaking.class)).singleElement().asString().contains("buffers leaked");
    assertThat(failures(LeakingASlice.class)).singleElement().asString().contains("buffers leaked");
    assertThat(failures(Releasing.class)).isEmpty();
  }

  @Test
  void oneLostBufferAmongManyFailsItsClass() {
    assertThat(failures(LeakingOneOfMany.class))
        .singleElement()
        .asString()
        .contains("1 buffers leaked")
        .contains("ByteBuf, made by the thread ");
  }

  @Test
  void bufferThatIsGarbageAfterItsClassFailsTheNextOne() {
    assertThat(failures(Keeping.class)).isEmpty();
    assertThat(failures(Dropping.class)).singleElement().asString().contains("buffers leaked");
  }
}
