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
 * @param version HTTP version of the response
 * @param altSvc the Alt-Svc fields of the response
 * @param chain certificate chain, leaf first
 */
@SuppressWarnings("ArrayRecordComponent") // Visits are never compared.
record TcpVisit(int status, String version, List<String> altSvc, X509Certificate[] chain) {

  /** Makes a visit. Does not follow redirects, because the diagnosis is about this origin. */
  static TcpVisit make(URI url, Duration patience)
      throws IOException, InterruptedException, GeneralSecurityException {
    SeenChain seen = new SeenChain();
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, new TrustManager[] {seen}, null);
    handshake(tls, url, (int) Math.min(patience.toMillis(), Integer.MAX_VALUE));
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
   * Makes a TLS handshake on a connection of its own. If a server without TLS sends first, Java's HTTP client would sometimes
   * report a failed connection instead.
   */
  private static void handshake(SSLContext tls, URI url, int patienceMillis) throws IOException {
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
        throw new SSLException("no response to the TLS handshake", e);
      } catch (SocketException e) {
        throw new SSLException("the TLS handshake was aborted: " + e.getMessage(), e);
      }
    }
  }

  /** Sets ALPN and SNI as browsers and Java's HTTP client do. By default a socket sends SNI only for hosts with a dot. */
  private static SSLParameters helloFor(String host, SSLParameters hello) {
    hello.setApplicationProtocols(new String[] {"h2", "http/1.1"});
    if (!NetUtil.isValidIpV4Address(host) && !host.startsWith("[")) {
      hello.setServerNames(List.of(new SNIHostName(host.replaceFirst("\\.$", ""))));
    }
    return hello;
  }
}
