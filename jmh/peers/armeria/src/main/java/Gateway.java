import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.logging.AccessLogWriter;
import java.io.File;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Armeria as a reverse proxy, with its default epoll and BoringSSL. Requests and responses are streamed. */
public final class Gateway {
  private Gateway() {}

  /** Starts the gateway with the system properties that the harness passes to each JVM gateway. */
  public static void main(String[] arguments) {
    ClientFactory factory =
        ClientFactory.builder().idleTimeout(Duration.ofSeconds(60)).build();
    WebClient origin = WebClient.builder("h1c://127.0.0.1:" + Integer.getInteger("originPort"))
        .factory(factory)
        .maxResponseLength(0)
        .build();
    Server server = Server.builder()
        .https(new InetSocketAddress("127.0.0.1", Integer.getInteger("port")))
        .http(new InetSocketAddress("127.0.0.1", Integer.getInteger("plainPort")))
        .tls(new File(System.getProperty("chain")), new File(System.getProperty("key")))
        .idleTimeout(Duration.ofSeconds(120))
        .maxRequestLength(0)
        .accessLogWriter(AccessLogWriter.combined(), true)
        .serviceUnder("/", (context, request) -> origin.execute(request))
        .build();
    server.start().join();
  }
}
