import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.OpenSSLEngineOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.httpproxy.HttpProxy;
import io.vertx.httpproxy.ProxyInterceptor;
import java.util.Set;

/** Vert.x HTTP proxy: one event loop, epoll, BoringSSL. */
public final class Gateway {
  private Gateway() {}

  /** Starts the gateway with the system properties that the harness passes to each JVM gateway. */
  public static void main(String[] arguments) {
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
    HttpClient client = vertx.createHttpClient(
        new HttpClientOptions().setKeepAlive(true).setKeepAliveTimeout(60),
        new PoolOptions().setHttp1MaxSize(1024));
    // The proxy forwards the origin's Connection field, which is an error in HTTP/2 (RFC 9113 8.2.2).
    HttpProxy proxy = HttpProxy.reverseProxy(client)
        .origin(Integer.getInteger("originPort"), "127.0.0.1")
        .addInterceptor(ProxyInterceptor.builder()
            .filteringResponseHeaders(Set.of("connection"))
            .build());
    HttpServerOptions tls = new HttpServerOptions()
        .setSsl(true)
        .setUseAlpn(true)
        .setSslEngineOptions(new OpenSSLEngineOptions())
        .setEnabledSecureTransportProtocols(Set.of("TLSv1.3"))
        .setKeyCertOptions(new PemKeyCertOptions()
            .setCertPath(System.getProperty("chain"))
            .setKeyPath(System.getProperty("key")));
    Future.all(
            vertx
                .createHttpServer(tls)
                .requestHandler(proxy)
                .listen(Integer.getInteger("port"), "127.0.0.1"),
            vertx
                .createHttpServer()
                .requestHandler(proxy)
                .listen(Integer.getInteger("plainPort"), "127.0.0.1"))
        .onFailure(failure -> {
          System.err.println(failure);
          System.exit(1);
        });
  }
}
