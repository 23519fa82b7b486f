package io.lychgate.jmh.lab;

import java.nio.file.Path;

/**
 * Place of a server under test, at the server's end of the link.
 *
 * @param directory the server's folder, empty
 * @param site the files that it serves
 * @param port listens for TLS with ALPN h2
 * @param adminPort a free port, for servers that have an admin plane
 * @param originPort port of the application, plain HTTP/1.1 on 127.0.0.1
 */
public record Place(
    Path directory, Path site, int port, int adminPort, int originPort, Authority authority) {

  /** Returns a configuration with its {@code ${...}} filled in. */
  public String fill(String template) {
    return template
        .replace("${directory}", directory.toString())
        .replace("${site}", site.toString())
        .replace("${port}", Integer.toString(port))
        .replace("${adminPort}", Integer.toString(adminPort))
        .replace("${originPort}", Integer.toString(originPort))
        .replace("${chain}", authority.chain().toString())
        .replace("${key}", authority.key().toString());
  }
}
