package io.lychgate.gateway.migration.nginx;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The directives of a block with those that it inherits. In nginx, a block inherits a directive only if it has none of that name itself,
 * also one that may be repeated.
 */
record NginxScope(@Nullable NginxScope parent, List<NginxDirective> directives) {
  /** Returns the last directive of this name of the nearest block that has one. */
  Optional<NginxDirective> find(String name) {
    List<NginxDirective> all = all(name);
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
  }

  /** Returns the first argument of the directive of this name; empty if there is none. */
  String value(String name) {
    return find(name).map(directive -> directive.argument(0)).orElse("");
  }

  boolean isOn(String name) {
    return value(name).toLowerCase(Locale.ROOT).equals("on");
  }

  /** Returns all directives of this name of the nearest block that has one. */
  List<NginxDirective> all(String name) {
    List<NginxDirective> own = own(name);
    return !own.isEmpty() || parent == null ? own : parent.all(name);
  }

  /** Returns those of one of the names, of the nearest block that has any: the order of allow and deny matters. */
  List<NginxDirective> allOf(List<String> names) {
    List<NginxDirective> own =
        directives.stream().filter(each -> names.contains(each.name())).toList();
    return !own.isEmpty() || parent == null ? own : parent.allOf(names);
  }

  /** Returns those of this block alone. */
  List<NginxDirective> own(String name) {
    return directives.stream().filter(each -> each.is(name)).toList();
  }

  NginxScope child(NginxDirective block) {
    return new NginxScope(this, block.children());
  }

  /** Returns the text with the values of {@code set} in place of its variables, where they are constant. */
  String withConstants(String text) {
    String result = text;
    for (NginxScope scope = this; scope != null; scope = scope.parent) {
      for (NginxDirective set : scope.own("set")) {
        String name = set.argument(0);
        if (name.startsWith("$") && set.argument(1).indexOf('$') < 0) {
          result = result
              .replace("${" + name.substring(1) + "}", set.argument(1))
              .replaceAll(
                  java.util.regex.Pattern.quote(name) + "(?![A-Za-z0-9_])",
                  java.util.regex.Matcher.quoteReplacement(set.argument(1)));
        }
      }
    }
    return result;
  }
}
