package io.lychgate.jmh.lab;

import java.nio.file.Path;

/**
 * Where a server under test runs, at the server's end of the link.
 *
 * @param directory its own, empty
 * @param site the files that it serves
 * @param port for TLS with ALPN h2
 * @param adminPort free, for servers that have an admin plane
 * @param originPort where the application is, plain HTTP/1.1 on 127.0.0.1
 */
public record Place(
    Path directory, Path site, int port, int adminPort, int originPort, Authority authority) {

  /** A configuration with its {@code ${...}} filled in. */
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
