package io.lychgate.gateway.files;

import io.lychgate.gateway.config.site.RouteAction.StaticAction;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.testkit.FakeTicker;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A folder of files, a file server with a small cache, and one event loop. */
final class FileServing implements AutoCloseable {
  /** Size of the largest file that is kept in memory, in bytes. */
  static final int KEPT = 1024;

  static final Instant MODIFIED = Instant.parse("2026-11-01T08:00:00Z");

  final FakeTicker ticker = new FakeTicker();
  final FileServer server = new FileServer(64L * KEPT, ticker);
  final EventLoop loop = new DefaultEventLoop();
  private final LoopFiles files = server.forLoop(loop, ticker, LoopDescriptors.unlimited(loop));
  private final Path root;
  private final StaticAction action;

  FileServing(Path root) {
    this.root = root;
    this.action = new StaticAction(root, "index.html", "max-age=60");
  }

  void put(String name, String content) throws IOException {
    put(name, content, MODIFIED);
  }

  void put(String name, String content, Instant modified) throws IOException {
    Path file = root.resolve(name);
    Path folder = file.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Path draft = file.resolveSibling("draft");
    Files.write(draft, content.getBytes(StandardCharsets.ISO_8859_1));
    Files.setLastModifiedTime(draft, FileTime.from(modified));
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Sends a request and waits for the end of the response. The fields are names and values in turn. */
  RecordingSink get(String path, String... fields) throws Exception {
    return ask("GET", path, fields);
  }

  RecordingSink ask(String method, String path, String... fields) throws Exception {
    RecordingSink sink = new RecordingSink();
    begin(sink, method, path, fields);
    if (!sink.ended().await(10, TimeUnit.SECONDS)) {
      throw new AssertionError("response: has no end");
    }
    return sink;
  }

  Responder begin(RecordingSink sink, String method, String path, String... fields)
      throws Exception {
    Fields head = new Fields();
    for (int i = 0; i < fields.length; i += 2) {
      head.add(AsciiString.cached(fields[i]), fields[i + 1]);
    }
    RequestHead request = new RequestHead(
        AsciiString.cached(method), true, "www.example.com", new AsciiString(path), head, 0);
    return onLoop(() -> files.respond(action, request, sink));
  }

  <T> T onLoop(Callable<T> task) throws Exception {
    return loop.submit(task).get(10, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    server.close();
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
