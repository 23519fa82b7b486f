package io.lychgate.gateway.migration.nginx;

import io.lychgate.gateway.migration.draft.SourcePlace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One directive of nginx.conf.
 *
 * @param arguments without quotes and escapes
 * @param block the directives in braces; null if it ends with a semicolon
 */
record NginxDirective(
    String name, List<String> arguments, @Nullable List<NginxDirective> block, SourcePlace place) {
  private static final int MAX_SHOWN = 80;

  NginxDirective {
    arguments = List.copyOf(arguments);
    block = block == null ? null : List.copyOf(block);
  }

  List<NginxDirective> children() {
    return block == null ? List.of() : block;
  }

  /** Returns an argument; empty if there are fewer. */
  String argument(int index) {
    return index < arguments.size() ? arguments.get(index) : "";
  }

  boolean is(String other) {
    return name.equals(other);
  }

  /** Returns the directive as written, shortened. */
  String shown() {
    String text = arguments.isEmpty() ? name : name + " " + String.join(" ", arguments);
    return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
  }
}
