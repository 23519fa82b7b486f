package io.lychgate.gateway.history;

import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A process that records one request each second of a fast clock until it is killed, and prints the number of written minutes. */
final class RecordLoop {
  /** Starts a line with the number of written minutes; other lines are the log. */
  static final String MARK = "written ";

  private RecordLoop() {}

  static StoreUrl url(String jdbc, Path directory) {
    StoreUrl url = StoreUrl.parse(jdbc, directory);
    return jdbc.startsWith("jdbc:postgresql:") ? url.withLogin("postgres", null) : url;
  }

  /** Arguments: directory, time of the start, URL of the database. */
  public static void main(String[] arguments) {
    Path directory = Path.of(arguments[0]);
    FakeCensus census = new FakeCensus(Instant.parse(arguments[1]));
    PrintStream output = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
    try (Store store =
        Store.open(url(arguments[2], directory), directory, InstantSource.system())) {
      HistoryRecorder recorder =
          new HistoryRecorder(census::take, () -> store, census, () -> "a", census::nanoTime);
      recorder.begin();
      for (int second = 1; !output.checkError(); second++) {
        census
            .add(FakeCensus.H2, Measure.REQUESTS, 1)
            .add(FakeCensus.H2, Spread.FIRST_BYTE, second % 100);
        census.pass(Duration.ofSeconds(1));
        recorder.tick();
        if (second % 60 == 1 && recorder.write()) {
          output.println(MARK + second / 60);
        }
      }
    }
  }
}
