package io.lychgate.gateway.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
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
    shakeHands(tls, url, Math.toIntExact(patience.toMillis()));
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

  /**
   * On a connection of its own: of a server that speaks first and without TLS, Java's HTTP client would say now and then that
   * nobody is there.
   */
  private static void shakeHands(SSLContext tls, URI url, int patienceMillis) throws IOException {
    int port = AltSvcStep.portOf(url);
    try (Socket connection = new Socket()) {
      connection.connect(
          new InetSocketAddress(InetAddress.getByName(url.getHost()), port), patienceMillis);
      connection.setSoTimeout(patienceMillis);
      SSLSocketFactory sockets = tls.getSocketFactory();
      try (SSLSocket secured =
          (SSLSocket) sockets.createSocket(connection, url.getHost(), port, true)) {
        secured.startHandshake();
      } catch (SocketTimeoutException e) {
        throw new SSLException("no answer to the TLS handshake", e);
      }
    }
  }
}
