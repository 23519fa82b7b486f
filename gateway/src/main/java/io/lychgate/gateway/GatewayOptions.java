package io.lychgate.gateway;

import io.lychgate.gateway.listen.socket.InheritedSockets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The options of a start besides the configuration.
 *
 * @param configFile shown in the admin plane
 * @param adminPasswordFile its first line becomes the password of the user {@code admin}; null lets the first start create one
 * @param inherited bound sockets of another process. They accept nothing until {@link Gateway#startAccepting}
 * @param adminPort port of the admin plane of the process that this one replaces; 0 if there is none
 */
public record GatewayOptions(
    String configFile,
    @Nullable Path adminPasswordFile,
    InheritedSockets inherited,
    int adminPort) {

  /** Creates the options of a gateway that opens its own sockets. */
  public GatewayOptions(String configFile, @Nullable Path adminPasswordFile) {
    this(configFile, adminPasswordFile, InheritedSockets.none(), 0);
  }
}
