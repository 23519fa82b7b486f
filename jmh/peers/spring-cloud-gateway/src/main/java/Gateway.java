import java.io.File;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.route.builder.RouteLocatorBuilder;
import org.springframework.context.annotation.Bean;
import reactor.netty.http.Http2SslContextSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;

/**
 * Spring Cloud Gateway on Reactor Netty, with epoll and BoringSSL. A Spring Boot server has one port: with TLS, or in cleartext
 * if the property {@code isPlain} is set.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
public class Gateway {
  private static final boolean IS_PLAIN = Boolean.getBoolean("isPlain");

  /** Starts the gateway with the system properties that the harness passes to each JVM gateway. */
  public static void main(String[] arguments) {
    System.setProperty("reactor.netty.http.server.accessLogEnabled", "true");
    SpringApplication application = new SpringApplication(Gateway.class);
    application.setDefaultProperties(Map.of(
        "server.address",
        "127.0.0.1",
        "server.port",
        System.getProperty(IS_PLAIN ? "plainPort" : "port"),
        "spring.main.banner-mode",
        "off",
        "spring.cloud.gateway.server.webflux.httpclient.pool.type",
        "ELASTIC",
        "logging.config",
        "classpath:logback.xml"));
    application.run(arguments);
  }

  /** Sets up TLS. With Spring Boot's own, Reactor Netty chooses a certificate by name and fails for a name without a dot. */
  @Bean
  WebServerFactoryCustomizer<NettyReactiveWebServerFactory> tls() {
    return factory -> factory.addServerCustomizers(Gateway::secure);
  }

  private static HttpServer secure(HttpServer server) {
    if (IS_PLAIN) {
      return server;
    }
    Http2SslContextSpec certificate = Http2SslContextSpec.forServer(
        new File(System.getProperty("chain")), new File(System.getProperty("key")));
    return server
        .protocol(HttpProtocol.H2, HttpProtocol.HTTP11)
        .secure(tls -> tls.sslContext(certificate));
  }

  /** One route for all requests. */
  @Bean
  RouteLocator routes(RouteLocatorBuilder builder) {
    return builder
        .routes()
        .route("origin", route -> route
            .path("/**")
            // It forwards the origin's Connection field, an error in HTTP/2 (RFC 9113 8.2.2).
            .filters(filters -> filters.removeResponseHeader("Connection"))
            .uri("http://127.0.0.1:" + System.getProperty("originPort")))
        .build();
  }
}
