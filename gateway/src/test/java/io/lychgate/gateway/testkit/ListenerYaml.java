package io.lychgate.gateway.testkit;

/**
 * The {@code listeners} of a {@code gateway.yaml} with one listener, {@code tls}, on this machine, with the certificate {@code
 * site}.
 */
public final class ListenerYaml {
  private ListenerYaml() {}

  /**
   * Returns listeners that advertise HTTP/3.
   *
   * @param protocols a list in brackets
   * @param altSvc pairs as {@code key: value}, or nothing
   */
  public static String advertising(int port, String protocols, String altSvc) {
    return """
        listeners:
          - name: tls
            address: 127.0.0.1:%d
            protocols: %s
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
            altSvc: { %s }
        """.formatted(port, protocols, altSvc);
  }
}
