package io.lychgate.gateway.config.listener;

/**
 * Health endpoints of a listener, for probes of load balancers and orchestrators. They precede its sites and apply to every host.
 *
 * @param livenessPath path that returns 200 while the process serves
 * @param readinessPath path that returns 200 while the gateway should get requests, else 503; with reasons
 */
public record HealthConfig(boolean enabled, String livenessPath, String readinessPath) {
  /** Default path of liveness, as in Kubernetes' own components. The admin listener always has both default paths. */
  public static final String LIVENESS = "/healthz";

  public static final String READINESS = "/readyz";

  public HealthConfig {
    requirePath("livenessPath", livenessPath);
    requirePath("readinessPath", readinessPath);
    if (livenessPath.equals(readinessPath)) {
      throw new IllegalArgumentException(
          "readinessPath: " + readinessPath + " (expected: another one than livenessPath)");
    }
  }

  private static void requirePath(String name, String path) {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException(
          name + ": " + path + " (expected: one that begins with /)");
    }
  }

  public static HealthConfig off() {
    return new HealthConfig(false, LIVENESS, READINESS);
  }
}
