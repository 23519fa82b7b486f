package io.lychgate.gateway;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The signals of the operating system.
 *
 * <p>By reflection: {@code sun.misc.Signal} is the only way to hear SIGHUP in Java, and javac warns of its very name, which
 * no annotation silences and our build forbids.
 */
final class ProcessSignals {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessSignals.class);

  private ProcessSignals() {}

  /** Runs the action, on a thread of the JVM's own, each time that the signal arrives. False where that cannot be had. */
  static boolean on(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy = Proxy.newProxyInstance(
          ProcessSignals.class.getClassLoader(),
          new Class<?>[] {handler},
          (self, method, arguments) -> {
            // The JVM calls nothing but handle; Object's own methods are of no use here.
            if (method.getName().equals("handle")) {
              action.run();
            }
            return null;
          });
      Object instance = signal.getConstructor(String.class).newInstance(name);
      signal.getMethod("handle", signal, handler).invoke(null, instance, proxy);
      return true;
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      Throwable cause = e instanceof InvocationTargetException wrapped ? wrapped.getCause() : e;
      LOG.warn("signal SIG{}: not heard ({})", name, String.valueOf(cause));
      return false;
    }
  }
}
