package io.lychgate.gateway.doctor;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * The first visit of a browser: a GET over TCP.
 *
 * @param version as the client saw it
 * @param altSvc the Alt-Svc fields of the response
 * @param chain the server's certificate first
 */
@SuppressWarnings("ArrayRecordComponent") // A visit is looked at, never compared.
record TcpVisit(int status, String version, List<String> altSvc, X509Certificate[] chain) {

  /** Redirects are not followed: it is this origin that is asked about. */
  static TcpVisit make(URI url, Duration patience)
      throws IOException, InterruptedException, GeneralSecurityException {
    SeenChain seen = new SeenChain();
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, new TrustManager[] {seen}, null);
    HttpClient client = HttpClient.newBuilder()
        .sslContext(tls)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(patience)
        .build();
    HttpRequest get = HttpRequest.newBuilder(url).timeout(patience).GET().build();
    HttpResponse<Void> response = client.send(get, HttpResponse.BodyHandlers.discarding());
    X509Certificate[] chain = seen.chain();
    if (chain == null) {
      throw new IOException("TLS: no certificate (expected: one)");
    }
    String version = response.version() == HttpClient.Version.HTTP_2 ? "HTTP/2" : "HTTP/1.1";
    return new TcpVisit(
        response.statusCode(), version, response.headers().allValues("alt-svc"), chain);
  }
}
