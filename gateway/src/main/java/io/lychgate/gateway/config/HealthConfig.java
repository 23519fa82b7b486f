package io.lychgate.gateway.config;

/**
 * The health endpoints of a listener, for probes of balancers and orchestrators. They precede its sites and hold for every host.
 *
 * @param livenessPath 200 while the process serves
 * @param readinessPath 200 while it should get requests, else 503; with reasons
 */
public record HealthConfig(boolean enabled, String livenessPath, String readinessPath) {
  /** The paths of Kubernetes' own components; the admin listener always has them. */
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
