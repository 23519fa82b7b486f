import java.net.URI;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.proxy.ProxyHandler;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.RequestLogWriter;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Jetty's reverse proxy, with the TLS of the JDK. */
public final class Gateway {
  private Gateway() {}

  /** Starts the gateway with the system properties that the harness passes to each JVM gateway. */
  public static void main(String[] arguments) throws Exception {
    Server server = new Server();
    HttpConfiguration plain = new HttpConfiguration();
    plain.setSendServerVersion(false);
    HttpConfiguration secure = new HttpConfiguration(plain);
    secure.addCustomizer(new SecureRequestCustomizer(false));
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setIncludeCipherSuites("TLS_AES_128_GCM_SHA256");
    tls.setKeyStorePath(System.getProperty("store"));
    tls.setKeyStorePassword(System.getProperty("storePassword"));
    HttpConnectionFactory http1 = new HttpConnectionFactory(secure);
    HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(secure);
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
    alpn.setDefaultProtocol(http1.getProtocol());
    listen(
        new ServerConnector(
            server, new SslConnectionFactory(tls, alpn.getProtocol()), alpn, http2, http1),
        Integer.getInteger("port"));
    listen(
        new ServerConnector(server, new HttpConnectionFactory(plain)),
        Integer.getInteger("plainPort"));
    String origin = "http://127.0.0.1:" + Integer.getInteger("originPort");
    server.setHandler(
        new ProxyHandler.Reverse(
            request -> HttpURI.from(URI.create(origin + request.getHttpURI().getPathQuery()))) {
          @Override
          protected void configureHttpClient(HttpClient client) {
            client.setMaxConnectionsPerDestination(1024);
            client.setMaxRequestsQueuedPerDestination(65536);
          }
        });
    server.setRequestLog(new CustomRequestLog(
        new RequestLogWriter(System.getProperty("accessLog")), CustomRequestLog.NCSA_FORMAT));
    server.start();
  }

  private static void listen(ServerConnector connector, int port) {
    connector.setHost("127.0.0.1");
    connector.setPort(port);
    connector.setIdleTimeout(120_000);
    connector.getServer().addConnector(connector);
  }
}
