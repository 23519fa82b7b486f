package io.lychgate.gateway.admin.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.ResponseHeaders;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class StreamedFilesTest {
  @Test
  void workForAClientThatHasLeftEndsAtItsNextLook() {
    HttpResponseWriter response = HttpResponse.streaming();
    response.write(ResponseHeaders.of(HttpStatus.OK));
    AtomicInteger looks = new AtomicInteger();

    StreamedFiles.send(
        out -> {
          while (looks.incrementAndGet() < 5) {
            if (looks.get() == 3) {
              response.abort();
            }
            out.flush();
          }
        },
        response);

    assertThat(looks).hasValue(3);
    assertThat(response.whenComplete()).isCompletedExceptionally();
  }

  @Test
  void wholeFileReachesAClientThatStays() {
    HttpResponseWriter response = HttpResponse.streaming();
    response.write(ResponseHeaders.of(HttpStatus.OK));
    var received = response.aggregate();

    StreamedFiles.send(
        out -> {
          out.write("a,b");
          out.flush();
          out.write("\r\n1,2");
        },
        response);

    assertThat(received.join().contentUtf8()).isEqualTo("a,b\r\n1,2");
  }
}
