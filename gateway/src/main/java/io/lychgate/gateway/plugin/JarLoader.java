package io.lychgate.gateway.plugin;

import io.lychgate.plugin.PluginApi;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/**
 * The class loader of one jar. Its classes see the JDK, the interfaces of plug-ins, and each other; not the gateway, its libraries, or
 * other jars. So a jar brings its own version of each library.
 */
final class JarLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  /** The package of the interfaces, without packages below it. */
  private static final String API = PluginApi.class.getPackageName();

  private static final ClassLoader JDK = ClassLoader.getPlatformClassLoader();

  JarLoader(Path jar) throws IOException {
    super("plug-in " + jar.getFileName(), new URL[] {jar.toUri().toURL()}, JDK);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    // A copy of the interfaces in the jar would be other types than those of the gateway.
    if (name.startsWith(API) && name.lastIndexOf('.') == API.length()) {
      return Class.forName(name, false, PluginApi.class.getClassLoader());
    }
    if (name.startsWith("java.")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        loaded = own(name);
      }
      if (loaded == null) {
        return super.loadClass(name, resolve);
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }

  private @Nullable Class<?> own(String name) {
    try {
      return findClass(name);
    } catch (ClassNotFoundException absent) {
      return null;
    }
  }

  @Override
  public @Nullable URL getResource(String name) {
    URL own = findResource(name);
    return own == null ? super.getResource(name) : own;
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    Enumeration<URL> own = findResources(name);
    return own.hasMoreElements() ? own : super.getResources(name);
  }
}
