package io.lychgate.gateway.observe.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.FakeTicker;
import io.lychgate.gateway.testkit.SmallDisk;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.AsciiString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AccessLogTest {
  private static final JsonMapper JSON = new JsonMapper();
  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  private final FakeTicker ticker = new FakeTicker();
  private final Observatory observatory = new Observatory(group, ticker);
  private final LoopObserver observer = observatory.loops().get(0);
  private final int cached = observatory.skipReasons().numberOf("already-cached");

  @TempDir
  Path folder;

  @AfterEach
  void stop() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @Test
  void writesOneLineForAnExchange() throws Exception {
    try (AccessLog log = log(true)) {
      LoopAccessLog loop = log.forLoop(observer.loop());
      on(() -> {
        ConnectionRecord connection = observer.connectionOpened(
            observatory.listeners().numberOf("public"),
            WireProtocol.HTTP_2,
            new InetSocketAddress("192.0.2.1", 51234));
        loop.entry()
            .time(ticker.wallMillis())
            .connection(connection)
            .tlsVersion("TLSv1.3")
            .request("GET", new AsciiString("www.example.com"), "/p/7?q=1")
            .response(502, 120, 1_500_999)
            .route("pages")
            .user("ann")
            .upstream("app", 1_400_000)
            .attempts(2)
            .proxyStatus("connection_refused")
            .early(1, 2)
            .skipped(cached)
            .skipped(cached)
            .revision(12);
        loop.write();
      });
    }

    assertThat(lines()).singleElement().isEqualTo("""
        {"time":"2026-11-21T09:43:27.512Z","client":"192.0.2.1","connection":0,"protocol":"h2","tls":"TLSv1.3",\
        "method":"GET","host":"www.example.com","path":"/p/7?q=1","status":502,"bytes":120,"duration_us":1500,\
        "route":"pages","user":"ann","upstream":"app","upstream_us":1400,"attempts":2,"proxy_status":"connection_refused","pushes":1,"hints":2,\
        "skipped":{"already-cached":2},"revision":12}""");
  }

  @Test
  void removesTheQueryIfConfigured() throws Exception {
    try (AccessLog log = log(false)) {
      write(log, "/login?token=secret");
    }

    assertThat(lines().get(0)).contains("\"path\":\"/login\"").doesNotContain("secret");
  }

  @Test
  void escapesLineBreaksInTexts() throws Exception {
    String hostile = "/\r\n{\"status\":200}\u0000\u001b[2J\"\\\u007f\u0085\u2028é";
    try (AccessLog log = log(true)) {
      write(log, hostile);
    }

    String line = Files.readString(folder.resolve("access.log"));

    assertThat(line.chars().filter(c -> c < ' ' || c > '~').count()).isEqualTo(1);
    assertThat(JSON.readTree(line).get("path").asString()).isEqualTo(hostile);
  }

  @Test
  void truncatesLongTexts() throws Exception {
    try (AccessLog log = log(true)) {
      write(log, "/" + "\u0001".repeat(100_000));
    }

    JsonNode line = JSON.readTree(lines().get(0));
    assertThat(line.get("path").asString()).hasSize(AccessLogLine.MAX_TEXT);
  }

  @Test
  void flushesWithoutMoreTraffic() throws Exception {
    try (AccessLog log = log(true)) {
      write(log, "/quiet");

      Await.until(() -> assertThat(lines()).hasSize(1));
    }
  }

  @Test
  void keepsTheLinesOfTwoLoopsWhole() throws Exception {
    AccessLog log = log(true);
    CountDownLatch done = new CountDownLatch(2);
    for (LoopObserver each : observatory.loops()) {
      LoopAccessLog loop = log.forLoop(each.loop());
      each.loop().execute(() -> {
        for (int i = 0; i < 2000; i++) {
          writeLine(loop, "/" + "x".repeat(i % 100));
        }
        done.countDown();
      });
    }
    assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    log.close();

    assertThat(lines())
        .hasSize((int) log.lines())
        .allSatisfy(
            line -> assertThat(JSON.readTree(line).get("method").asString()).isEqualTo("GET"));
  }

  @Test
  void dropsAndCountsLinesWhenTheDiskIsBlocked() throws Exception {
    CountDownLatch diskWorks = new CountDownLatch(1);
    BlockedSink sink = new BlockedSink(diskWorks);
    AccessLog log = AccessLog.of(sink, observatory.skipReasons(), true);
    LoopAccessLog loop = log.forLoop(observer.loop());
    on(() -> {
      for (int i = 0; i < 10_000; i++) {
        loop.entry().request("GET", "h", "/" + "x".repeat(200));
        loop.write();
      }
    });

    assertThat(log.dropped()).isPositive();
    assertThat(log.dropped() + log.lines()).isEqualTo(10_000);
    diskWorks.countDown();
    log.close();
    assertThat(sink.lines).isEqualTo(log.lines());
  }

  @Test
  void countsLinesThatTheDiskRejected() throws Exception {
    AccessLog log = AccessLog.of(new FullDisk(), observatory.skipReasons(), true);
    write(log, "/a");
    log.close();

    assertThat(log.dropped()).isEqualTo(1);
  }

  @Test
  void leavesNoPartialLineAfterAFullDisk() throws Exception {
    ListAppender<ILoggingEvent> output = listenToTheProcessLog();
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 64)) {
      Path file = disk.folder().resolve("access.log");
      AccessLog log = AccessLog.file(file, observatory.skipReasons(), true);
      LoopAccessLog loop = log.forLoop(observer.loop());
      on(() -> writeMany(loop, "/first", 1000));
      Await.until(() -> assertThat(log.dropped() + linesIn(file)).isEqualTo(1000));
      assertThat(log.dropped()).isPositive();
      assertThat(Files.readString(file)).as("while it is full").endsWith("}\n");

      shorten(file);
      on(() -> writeMany(loop, "/second", 10));
      Await.until(() -> assertThat(Files.readString(file)).contains("/second9"));
      long dropped = log.dropped();
      log.close();

      List<String> lines = Files.readAllLines(file);
      assertThat(lines)
          .allSatisfy(
              line -> assertThat(JSON.readTree(line).get("status").intValue()).isEqualTo(200));
      assertThat(output.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .contains("access log: written again, lines dropped so far: " + dropped);
    } finally {
      processLog().detachAppender(output);
    }
  }

  private static long linesIn(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    }
  }

  /** Truncates the file, as log rotation by copying does. */
  private static void shorten(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(0);
    }
  }

  private static Logger processLog() {
    return (Logger) LoggerFactory.getLogger(AccessLogWriter.class);
  }

  private static ListAppender<ILoggingEvent> listenToTheProcessLog() {
    ListAppender<ILoggingEvent> output = new ListAppender<>();
    output.list = new CopyOnWriteArrayList<>();
    output.start();
    processLog().addAppender(output);
    return output;
  }

  private static void writeMany(LoopAccessLog loop, String path, int count) {
    for (int i = 0; i < count; i++) {
      writeLine(loop, path + i);
    }
  }

  @Test
  void finishesALineThatCannotBeTruncatedBeforeTheNextOne() throws Exception {
    NarrowChannel channel = new NarrowChannel();
    StreamSink sink = new StreamSink(channel);
    channel.room = 7;

    assertThatThrownBy(() -> sink.write(bytes("one\ntwo\nsix\n"), 12))
        .isInstanceOfSatisfying(
            LogSink.LinesLostException.class, e -> assertThat(e.written()).isEqualTo(8));
    channel.room = 0;
    assertThatThrownBy(() -> sink.write(bytes("ten\n"), 4))
        .isInstanceOfSatisfying(
            LogSink.LinesLostException.class, e -> assertThat(e.written()).isZero());
    channel.room = 100;
    sink.write(bytes("end\n"), 4);

    assertThat(channel.taken.toString(StandardCharsets.UTF_8)).isEqualTo("one\ntwo\nend\n");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void startsANewLineAfterTheFragmentOfAKilledProcess() throws Exception {
    Files.writeString(folder.resolve("access.log"), "{\"time\":\"20");
    try (AccessLog log = log(true)) {
      write(log, "/after");
    }

    assertThat(lines()).hasSize(2);
    assertThat(JSON.readTree(lines().get(1)).get("path").asString()).isEqualTo("/after");
  }

  @Test
  void reopensTheFileAfterARename() throws Exception {
    try (AccessLog log = log(true)) {
      LoopAccessLog loop = log.forLoop(observer.loop());
      on(() -> writeLine(loop, "/before"));
      Await.until(() -> assertThat(lines()).hasSize(1));
      Files.move(folder.resolve("access.log"), folder.resolve("access.log.1"));
      log.reopen();
      Await.until(() -> assertThat(folder.resolve("access.log")).exists());
      on(() -> writeLine(loop, "/after"));
    }

    assertThat(lines()).singleElement().asString().contains("/after");
  }

  @Test
  void writesNothingWhenOff() throws Exception {
    LoopAccessLog loop = AccessLog.off().forLoop(observer.loop());

    on(() -> writeLine(loop, "/"));

    assertThat(loop.isOn()).isFalse();
  }

  private AccessLog log(boolean keepQuery) throws IOException {
    return AccessLog.file(folder.resolve("access.log"), observatory.skipReasons(), keepQuery);
  }

  private void write(AccessLog log, String path) throws Exception {
    LoopAccessLog loop = log.forLoop(observer.loop());
    on(() -> writeLine(loop, path));
  }

  private static void writeLine(LoopAccessLog loop, String path) {
    loop.entry().request("GET", "www.example.com", path).response(200, 1, 1);
    loop.write();
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(folder.resolve("access.log"));
  }

  private void on(Runnable task) throws Exception {
    observer.loop().submit(task).get(10, TimeUnit.SECONDS);
  }

  /** Blocks writes until the disk works. */
  private static final class BlockedSink implements LogSink {
    private final CountDownLatch diskWorks;
    private volatile long lines;

    BlockedSink(CountDownLatch diskWorks) {
      this.diskWorks = diskWorks;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void write(byte[] bytes, int length) {
      try {
        assertThat(diskWorks.await(10, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException stop) {
        throw new IllegalStateException(stop);
      }
      for (int i = 0; i < length; i++) {
        lines += bytes[i] == '\n' ? 1 : 0;
      }
    }

    @Override
    public void reopen(boolean force) {}

    @Override
    public long torn() {
      return 0;
    }

    @Override
    public void close() {}
  }

  /** Refuses every write. */
  private static final class FullDisk implements LogSink {
    @Override
    public void write(byte[] bytes, int length) throws IOException {
      throw new IOException("No space left on device");
    }

    @Override
    public void reopen(boolean force) {}

    @Override
    public long torn() {
      return 0;
    }

    @Override
    public void close() {}
  }

  /** Accepts bytes up to its capacity, then fails as a full disk does. */
  private static final class NarrowChannel implements WritableByteChannel {
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private int room;

    @Override
    public int write(ByteBuffer source) throws IOException {
      if (room == 0) {
        throw new IOException("No space left on device");
      }
      int count = Math.min(room, source.remaining());
      byte[] bytes = new byte[count];
      source.get(bytes);
      taken.writeBytes(bytes);
      room -= count;
      return count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
