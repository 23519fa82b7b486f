package io.lychgate.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gateway's fields hold exactly what Netty's decoder reads into its own headers. */
class FieldHeadersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 3\r\n",
        "Content-Length: 3, 3\r\n",
        "Content-Length: +3\r\n",
        "Content-Length: -1\r\n",
        "Content-Length: \r\n",
        "Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding: gzip, chunked\r\n",
        "Transfer-Encoding: chunked, gzip\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        "transfer-encoding: Chunked\r\nContent-Length: 3\r\n",
        "Content-Length : 3\r\n",
        "X-Own: a\r\nx-own: b\r\nServer: s\r\nContent-Length: 3\r\n",
        "X-Folded: a\r\n b\r\nContent-Length: 3\r\n",
        "X-Odd\u0001: a\r\n",
        "X(Odd): a\r\n",
        ": no name\r\n",
        "no colon\r\n",
        "X-Nul: a\u0000b\r\n",
        "X-Feed: a\nb\r\n",
        "X-Return: a\rb\r\n",
        "X-High: \u00e9\r\n",
        "Server:   nginx  \t\r\nContent-Length:\t3\r\n",
        "Connection: keep-alive, close\r\nContent-Length: 3\r\n",
        "Connection: Close\r\nContent-Length: 3\r\n",
        "Connection: keep-alive\r\nConnection: close\r\nContent-Length: 3\r\n",
        "Connection: keep-alive\r\nContent-Length: 3\r\n",
      })
  void readsHeadsOfResponsesAsNettyDoes(String head) {
    for (String status :
        List.of("200 OK", "204 No Content", "304 Not Modified", "101 Switch", "299")) {
      for (String version : List.of("HTTP/1.1", "HTTP/1.0")) {
        String bytes = version + " " + status + "\r\n" + head + "\r\n";

        assertThat(response(bytes, gatewayConfig(), true))
            .isEqualTo(response(bytes, nettyConfig(), false));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Check: 1\r\n",
        "X-Check: 1\r\nx-check: 2\r\n",
        "Content-Length: 3\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Trailer: x\r\n",
        "X(Odd): 1\r\n",
        "X-Nul: \u0000\r\n",
      })
  void readsTrailersAsNettyDoes(String trailers) {
    String bytes =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n" + trailers + "\r\n";

    assertThat(response(bytes, gatewayConfig(), true))
        .isEqualTo(response(bytes, nettyConfig(), false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: h\r\n",
        "Host : h\r\n",
        "Host: h\r\nTransfer-Encoding: gzip\r\n",
        "Host: h\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n",
        "Host: h\r\nACCEPT: */*\r\nCookie: a=b\r\n",
      })
  void readsHeadsOfRequestsAsNettyDoes(String head) {
    String bytes = "GET / HTTP/1.1\r\n" + head + "\r\n";

    assertThat(request(bytes, gatewayConfig(), true))
        .isEqualTo(request(bytes, nettyConfig(), false));
  }

  /** Netty accepts them in HTTP/1.0 (docs/background/netty.md). */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 3\r\ncontent-length: 3\r\n",
        "Content-Length: 3\r\nContent-Length: 4\r\n",
      })
  void rejectsSeveralContentLengthsInEachVersion(String head) {
    for (String version : List.of("HTTP/1.1", "HTTP/1.0")) {
      String reason = "failed: java.lang.illegalargumentexception: content-length: more than one";
      String response = version + " 200 OK\r\n" + head + "\r\n";
      String request = "GET / " + version + "\r\nHost: h\r\n" + head + "\r\n";

      assertThat(response(response, gatewayConfig(), true)).contains(reason);
      assertThat(request(request, gatewayConfig(), true)).contains(reason);
    }
  }

  @Test
  void returnsNamesInLowerCaseAndOneObjectForEachKnownName() {
    HttpHeaders headers = FieldHeaders.heads().newHeaders();
    headers.add("SERVER", "s").add("X-OWN", "o");

    Fields fields = FieldHeaders.of(headers);

    assertThat((CharSequence) fields.name(0)).isSameAs(FieldNames.canonical("server"));
    assertThat(fields.name(1).toString()).isEqualTo("x-own");
  }

  @Test
  void endCreatedByTheDecoderHasNoFields() {
    assertThat(FieldHeaders.of(LastHttpContent.EMPTY_LAST_CONTENT.trailingHeaders())
            .size())
        .isZero();
  }

  private static HttpDecoderConfig gatewayConfig() {
    return config(FieldHeaders.heads(), FieldHeaders.trailers());
  }

  private static HttpDecoderConfig nettyConfig() {
    return config(
        DefaultHttpHeadersFactory.headersFactory(), DefaultHttpHeadersFactory.trailersFactory());
  }

  private static HttpDecoderConfig config(HttpHeadersFactory heads, HttpHeadersFactory trailers) {
    return new HttpDecoderConfig().setHeadersFactory(heads).setTrailersFactory(trailers);
  }

  private static List<String> response(String bytes, HttpDecoderConfig config, boolean isGateway) {
    return read(bytes, new EmbeddedChannel(new HttpResponseDecoder(config)), isGateway);
  }

  private static List<String> request(String bytes, HttpDecoderConfig config, boolean isGateway) {
    return read(bytes, new EmbeddedChannel(new HttpRequestDecoder(config)), isGateway);
  }

  /** Returns everything that was read, as comparable texts. */
  private static List<String> read(String bytes, EmbeddedChannel channel, boolean isGateway) {
    channel.writeInbound(Unpooled.copiedBuffer(bytes, StandardCharsets.ISO_8859_1));
    channel.writeInbound(Unpooled.copiedBuffer("abc", StandardCharsets.ISO_8859_1));
    var unused = channel.finish();
    List<String> seen = new ArrayList<>();
    for (Object read = channel.readInbound(); read != null; read = channel.readInbound()) {
      String text = read.getClass().getSimpleName();
      if (read instanceof HttpObject object && object.decoderResult().isFailure()) {
        seen.add(
            "failed: " + String.valueOf(object.decoderResult().cause()).toLowerCase(Locale.ROOT));
      } else if (read instanceof HttpResponse response) {
        seen.add(text
            + fields(response.headers(), isGateway)
            + HttpUtil.isKeepAlive(response)
            + HttpUtil.isContentLengthSet(response));
      } else if (read instanceof HttpRequest request) {
        seen.add(text + fields(request.headers(), isGateway) + HttpUtil.isKeepAlive(request));
      } else if (read instanceof LastHttpContent last) {
        seen.add(text + last.content().readableBytes() + fields(last.trailingHeaders(), isGateway));
      } else if (read instanceof HttpContent content) {
        seen.add(text + content.content().readableBytes());
      }
      ReferenceCountUtil.release(read);
    }
    return seen;
  }

  private static String fields(HttpHeaders headers, boolean isGateway) {
    StringBuilder text = new StringBuilder(" ");
    if (isGateway) {
      Fields fields = FieldHeaders.of(headers);
      for (int i = 0; i < fields.size(); i++) {
        text.append(fields.name(i)).append('=').append(fields.value(i)).append(';');
      }
    } else {
      for (Map.Entry<String, String> field : headers) {
        text.append(field.getKey().toLowerCase(Locale.ROOT))
            .append('=')
            .append(field.getValue())
            .append(';');
      }
    }
    return text.toString();
  }
}
