package io.lychgate.jmh.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Description of the machine for results files. */
public final class Machine {
  private static final Pattern MODEL = Pattern.compile("(?m)^model name\\s*:\\s*(.+)$");
  private static final Pattern MEMORY = Pattern.compile("(?m)^MemTotal:\\s*(\\d+) kB");
  private static final Pattern SYSTEM = Pattern.compile("(?m)^PRETTY_NAME=\"?([^\"\\n]+)");

  private static final Pattern LOAD = Pattern.compile("^(\\S+)");

  private Machine() {}

  public static Map<String, String> describe() {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("processor", find(MODEL, "/proc/cpuinfo"));
    words.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    words.put("memoryKb", find(MEMORY, "/proc/meminfo"));
    words.put("system", find(SYSTEM, "/etc/os-release"));
    words.put("kernel", System.getProperty("os.version"));
    return words;
  }

  /** Load average of the last minute. Other work on the machine makes every figure worse, so results include it. */
  public static String loadAverage() {
    return find(LOAD, "/proc/loadavg");
  }

  private static String find(Pattern pattern, String file) {
    try {
      Matcher matcher = pattern.matcher(Files.readString(Path.of(file)));
      return matcher.find() ? matcher.group(1) : "unknown";
    } catch (IOException e) {
      return "unknown";
    }
  }
}
