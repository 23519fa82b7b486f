package io.lychgate.gateway.story;

import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.TestCertificates;
import io.netty.handler.codec.http3.Http3Headers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Locale;

/** A client of the stories about routes, over each version of HTTP. */
final class RoutingStory {
  static final String LISTENERS = """
      listeners:
        - name: tls
          address: 127.0.0.1:0
          protocols: [h3, h2, http/1.1]
          tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        - name: plain
          address: "127.0.0.1:0"
      """;

  private RoutingStory() {}

  enum Version {
    HTTP_1_1,
    HTTP_2,
    HTTP_3
  }

  record Reply(int status, String body, HttpFields fields) {
    String field(String name) {
      return fields.first(name);
    }
  }

  interface HttpFields {
    /** Returns the empty text for an absent field. */
    String first(String name);
  }

  /** Sends a request to the listener {@code tls}. */
  static Reply send(
      GatewayProcess gateway, Version version, String method, String path, String... fields)
      throws Exception {
    if (version == Version.HTTP_3) {
      try (Http3Client client = Http3Client.connect(gateway.port("tls"))) {
        Http3Headers head = Http3Request.head(method, path);
        for (int i = 0; i < fields.length; i += 2) {
          head.add(fields[i].toLowerCase(Locale.ROOT), fields[i + 1]);
        }
        Http3Request request = client.open();
        request.headers(head, true);
        request.await();
        return new Reply(request.status(), request.text(), name -> {
          String value = request.field(name);
          return value == null ? "" : value;
        });
      }
    }
    HttpClient client = HttpClient.newBuilder()
        .version(HttpClient.Version.valueOf(version.name()))
        .sslContext(TestCertificates.trustingAll())
        .build();
    HttpRequest.Builder request = HttpRequest.newBuilder(
            URI.create("https://localhost:" + gateway.port("tls") + path))
        .method(method, HttpRequest.BodyPublishers.noBody());
    for (int i = 0; i < fields.length; i += 2) {
      request.header(fields[i], fields[i + 1]);
    }
    HttpResponse<String> response =
        client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Reply(
        response.statusCode(),
        response.body(),
        name -> response.headers().firstValue(name).orElse(""));
  }
}
