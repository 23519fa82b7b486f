package io.lychgate.gateway.admin.http;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of any length that are made while the client reads them. A chunk of a file is in memory; the next one is made when the client has
 * taken it. Thread-safe.
 */
public final class StreamedFiles {
  private static final Logger log = LoggerFactory.getLogger(StreamedFiles.class);

  private static final int CHUNK = 32 * 1024;

  /** A client that takes no byte for this time has lost its connection, or holds a thread. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Semaphore readers;

  /** @param readers has a permit for each file that may be made at once, and for other work like it */
  public StreamedFiles(Semaphore readers) {
    this.readers = readers;
  }

  /** Makes a file. */
  public interface Content {
    /** @param out its {@code flush()} sends nothing, and throws if the client has left: call it within work that writes nothing for long */
    void writeTo(Writer out) throws IOException;
  }

  /** Takes the permit of one reader, which the end of its work releases. */
  public void take() {
    if (!readers.tryAcquire()) {
      throw ProblemException.tooManyAttempts(Duration.ofSeconds(2));
    }
  }

  /** Returns the response with a file, for a reader that has its permit, and releases the permit at its end. */
  public Reply reply(Call call, String type, String name, Content content) {
    call.context().clearRequestTimeout();
    HttpResponseWriter writer = HttpResponse.streaming();
    writer.write(Reply.streamHead(type)
        .set("content-disposition", "attachment; filename=\"" + name + "\"")
        .build());
    call.context().blockingTaskExecutor().execute(() -> {
      try {
        send(content, writer);
      } finally {
        readers.release();
      }
    });
    return Reply.stream(writer);
  }

  static void send(Content content, HttpResponseWriter to) {
    try (Chunks out = new Chunks(to)) {
      content.writeTo(out);
    } catch (IOException | RuntimeException e) {
      log.debug("file: ended early", e);
      // The stream is reset, so that a part does not look like the whole.
      to.close(e);
      return;
    }
    to.close();
  }

  private static final class Chunks extends Writer {
    private final HttpResponseWriter to;
    private final StringBuilder chunk = new StringBuilder(CHUNK);

    Chunks(HttpResponseWriter to) {
      this.to = to;
    }

    @Override
    public void write(char[] text, int offset, int length) throws IOException {
      chunk.append(text, offset, length);
      if (chunk.length() >= CHUNK) {
        send();
      }
    }

    private void send() throws IOException {
      if (chunk.isEmpty()) {
        return;
      }
      to.write(HttpData.ofUtf8(chunk));
      chunk.setLength(0);
      try {
        var unused = to.whenConsumed().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("stopped", e);
      } catch (ExecutionException | TimeoutException e) {
        throw new IOException("the client reads no more", e);
      }
    }

    /** Chunks have a size of their own. */
    @Override
    public void flush() throws IOException {
      if (!to.isOpen()) {
        throw new IOException("the client has left");
      }
    }

    @Override
    public void close() throws IOException {
      send();
    }
  }
}
