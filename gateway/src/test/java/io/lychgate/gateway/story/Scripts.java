package io.lychgate.gateway.story;

import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin.Script;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** Origin scripts used by more than one test. */
final class Scripts {
  private Scripts() {}

  /** Responds with the request as received: head, an empty line, body, and the trailers if there are any. */
  static void echo(OriginVisit visit) throws IOException {
    String body = new String(visit.body(), StandardCharsets.ISO_8859_1);
    visit.respond(200, visit.head() + "\n" + body + visit.trailers(), "Content-Type: text/plain");
  }

  /** Sends this many bytes of known length at once, and counts those accepted by the socket. */
  static Script big(long bytes, AtomicLong sent) {
    return visit -> {
      byte[] piece = new byte[64 * 1024];
      visit.send("HTTP/1.1 200 OK\r\nContent-Length: " + bytes + "\r\n\r\n");
      for (long left = bytes; left > 0; left -= piece.length) {
        visit.send(piece, (int) Math.min(left, piece.length));
        sent.addAndGet(Math.min(left, piece.length));
      }
    };
  }
}
