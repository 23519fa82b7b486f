package io.lychgate.gateway;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The signals of the operating system.
 *
 * <p>Uses reflection: {@code sun.misc.Signal} is the only way to handle SIGHUP in Java. javac warns of its name, no annotation
 * suppresses that warning, and the build forbids warnings.
 */
final class ProcessSignals {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessSignals.class);

  private ProcessSignals() {}

  /** Runs the action on a thread of the JVM each time the signal arrives. Returns false if the JVM does not support that. */
  static boolean on(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy = Proxy.newProxyInstance(
          ProcessSignals.class.getClassLoader(),
          new Class<?>[] {handler},
          (self, method, arguments) -> {
            // The JVM calls only handle, so the methods of Object need no implementation.
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
      LOG.warn("signal SIG{}: not handled ({})", name, String.valueOf(cause));
      return false;
    }
  }
}
