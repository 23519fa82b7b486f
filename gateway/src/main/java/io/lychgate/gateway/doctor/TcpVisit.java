package io.lychgate.gateway.doctor;

import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
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
    shakeHands(tls, url, (int) Math.min(patience.toMillis(), Integer.MAX_VALUE));
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
   * On a connection of its own: of a server that speaks first and without TLS, Java's HTTP client would sometimes report that
   * no server is there.
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
        secured.setSSLParameters(helloFor(url.getHost(), secured.getSSLParameters()));
        secured.startHandshake();
      } catch (SocketTimeoutException e) {
        throw new SSLException("no answer to the TLS handshake", e);
      } catch (SocketException e) {
        throw new SSLException("the TLS handshake was cut off: " + e.getMessage(), e);
      }
    }
  }

  /** As browsers and Java's HTTP client have it; a socket by itself names only hosts that have a dot. */
  private static SSLParameters helloFor(String host, SSLParameters hello) {
    hello.setApplicationProtocols(new String[] {"h2", "http/1.1"});
    if (!NetUtil.isValidIpV4Address(host) && !host.startsWith("[")) {
      hello.setServerNames(List.of(new SNIHostName(host.replaceFirst("\\.$", ""))));
    }
    return hello;
  }
}
