package io.lychgate.gateway.files;

import io.lychgate.gateway.loop.DescriptorBudget.Use;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One request that waits for the disk: for a look, or for the bytes of a file too large to keep in memory.
 *
 * <pre>
 *   LOOKING --nothing, folder, in memory--> done
 *      |  ^
 *      |  +-- once again, if the file changed between look and open
 *      v
 *   READING &lt;--chunk sent, sink writable-- SENDING     one chunk at a time; a cancel closes the file
 * </pre>
 *
 * <p>Event loop only. {@link FileReading} runs on file threads.
 */
final class FileExchange implements Responder {
  private static final String NO_DESCRIPTOR = "files: no file descriptor for another open file";
  private static final String BUSY = "files: all file threads are busy";

  private final LoopFiles files;
  private final LoopFiles.StaticRoute route;
  private final RequestHead request;
  private final ResponseSink sink;
  private final boolean isGet;
  private final TargetPath target;
  private @Nullable FileResponse response;
  private @Nullable FileReading reading;
  private int part;
  private long partSent;
  private boolean isReading;
  private boolean headSent;
  private boolean lookedTwice;
  private boolean done;

  FileExchange(
      LoopFiles files,
      LoopFiles.StaticRoute route,
      RequestHead request,
      ResponseSink sink,
      boolean isGet,
      TargetPath target) {
    this.files = files;
    this.route = route;
    this.request = request;
    this.sink = sink;
    this.isGet = isGet;
    this.target = target;
  }

  /** Starts with a look at the disk. */
  void look() {
    try {
      var unused = files
          .server()
          .look(route.root(), target)
          .whenComplete((found, broken) -> onLoop(() -> looked(found, broken)));
    } catch (RejectedExecutionException busy) {
      fail(Kind.CONNECTION_LIMIT, BUSY);
    }
  }

  private void looked(FileServer.@Nullable Found found, @Nullable Throwable broken) {
    if (done) {
      return;
    }
    if (found == null) {
      boolean isBusy = broken instanceof RejectedExecutionException;
      fail(
          isBusy ? Kind.CONNECTION_LIMIT : Kind.INTERNAL,
          isBusy ? BUSY : "file: " + target.name() + " cannot be read");
    } else if (found.file() != null) {
      respond(found.file());
    } else if (found.isFolder()) {
      redirect();
    } else {
      done = true;
      new ImmediateResponder(sink).send(Refusal.NOT_FOUND, isGet);
    }
  }

  private void respond(ServedFile file) {
    FileResponse decided = files.decide(route, request, isGet, file);
    if (!isGet || decided.isInMemory()) {
      done = true;
      new ImmediateResponder(sink).send(decided, isGet);
    } else {
      read(decided);
    }
  }

  /** Starts after a recent look. Only the bytes remain to be read. */
  void read(FileResponse decided) {
    LoopDescriptors descriptors = files.descriptors();
    if (descriptors.hasRoom(Use.FILE)) {
      open(decided);
      return;
    }
    descriptors.awaitRoom(Use.FILE, () -> !done, hasRoom -> {
      if (hasRoom) {
        open(decided);
      } else if (!done) {
        descriptors.refused(Use.FILE);
        fail(Kind.CONNECTION_LIMIT, NO_DESCRIPTOR);
      }
    });
  }

  private void open(FileResponse decided) {
    LoopDescriptors descriptors = files.descriptors();
    descriptors.take(Use.FILE);
    response = decided;
    reading = new FileReading(
        decided.representation().stamp(),
        files.server().complaints(),
        () -> descriptors.leave(Use.FILE));
    pump();
  }

  /** Redirects a folder to its path with a slash, so that relative links of the page resolve correctly. */
  private void redirect() {
    done = true;
    CharSequence path = request.path();
    int query = AsciiString.indexOf(path, '?', 0);
    int end = query < 0 ? path.length() : query;
    // The location never names another host: a target has no empty segment, so the path does not
    // begin with two slashes.
    String location = path.subSequence(0, end) + "/" + path.subSequence(end, path.length());
    Fields fields = new Fields()
        .add(HttpHeaderNames.LOCATION, location)
        .add(HttpHeaderNames.CONTENT_LENGTH, "0");
    sink.head(new ResponseHead(301, fields), true);
    sink.flush();
  }

  /** Sends texts and requests the next chunk of bytes, as long as the client accepts them. */
  private void pump() {
    FileResponse current = response;
    FileReading source = reading;
    // The first chunk is read before the head is sent: until then another response is possible.
    while (!done
        && !isReading
        && current != null
        && source != null
        && (!headSent || sink.isWritable())) {
      BodyPart next = current.parts().get(part);
      if (next instanceof BodyPart.Bytes bytes) {
        read(source, bytes.range().first() + partSent, bytes.length() - partSent);
      } else if (!headSent) {
        readAhead(source);
      } else {
        part++;
        send(ImmediateResponder.text((BodyPart.Text) next));
      }
    }
  }

  /** Only opens the file, because the body begins with a text. */
  private void readAhead(FileReading source) {
    read(source, 0, 0);
  }

  private void read(FileReading source, long position, long length) {
    isReading = true;
    try {
      files.server().execute(() -> {
        FileReading.Chunk chunk = source.read(position, length);
        onLoop(() -> chunkRead(source, chunk), () -> discard(source, chunk));
      });
    } catch (RejectedExecutionException busy) {
      isReading = false;
      fail(Kind.CONNECTION_LIMIT, BUSY);
    }
  }

  private void chunkRead(FileReading source, FileReading.Chunk chunk) {
    isReading = false;
    if (done) {
      discard(source, chunk);
      return;
    }
    if (chunk.bytes() == null) {
      chunkMissing(chunk);
      return;
    }
    sendHead();
    sendChunk(chunk.bytes());
    pump();
    sink.flush();
  }

  private void sendHead() {
    if (!headSent && response != null) {
      headSent = true;
      sink.head(response.head(), false);
    }
  }

  private void sendChunk(ByteBuf bytes) {
    FileResponse current = response;
    if (current == null || bytes.readableBytes() == 0) {
      bytes.release();
      return;
    }
    partSent += bytes.readableBytes();
    if (partSent == current.parts().get(part).length()) {
      part++;
      partSent = 0;
    }
    send(bytes);
  }

  private void send(ByteBuf bytes) {
    boolean last = response != null && part == response.parts().size();
    sink.data(bytes, last);
    if (last) {
      end();
    }
  }

  /** Handles a file that was replaced, or a disk that fails. */
  private void chunkMissing(FileReading.Chunk chunk) {
    close();
    if (chunk.isChanged() && !headSent && !lookedTwice) {
      lookedTwice = true;
      response = null;
      files.server().invalidate(FileKey.of(route.root(), target));
      look();
    } else {
      fail(
          Kind.INTERNAL,
          "file: " + target.name()
              + (chunk.isChanged() ? " changed while it was sent" : " cannot be read"));
    }
  }

  private void fail(Kind kind, String detail) {
    if (!done) {
      end();
      sink.fail(new ExchangeFailure(kind, detail));
    }
  }

  private void end() {
    done = true;
    if (!isReading) {
      close();
    }
  }

  private void close() {
    FileReading source = reading;
    reading = null;
    if (source != null) {
      closeLater(source);
    }
  }

  private void discard(FileReading source, FileReading.Chunk chunk) {
    if (chunk.bytes() != null) {
      chunk.bytes().release();
    }
    closeLater(source);
  }

  private void closeLater(FileReading source) {
    try {
      files.server().execute(source::close);
    } catch (RejectedExecutionException busy) {
      source.close(); // A system call on the loop is better than a file that stays open.
    }
  }

  private void onLoop(Runnable step) {
    onLoop(step, () -> {});
  }

  /** @param otherwise runs instead if the loop has ended */
  private void onLoop(Runnable step, Runnable otherwise) {
    try {
      files.loop().execute(step);
    } catch (RejectedExecutionException ended) {
      otherwise.run();
    }
  }

  @Override
  public void requestData(ByteBuf data, boolean end) {
    sink.dropRequestData(data);
  }

  @Override
  public void requestTrailers(Fields trailers) {}

  @Override
  public void sinkWritable() {
    pump();
    sink.flush();
  }

  @Override
  public void cancel() {
    if (!done) {
      end();
    }
  }
}
