package io.lychgate.gateway.remote;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One operation of the contract.
 *
 * @param group the first word of its command, such as {@code manifest}
 * @param name the second word, such as {@code publish}
 * @param path with the names of parameters in braces, without {@code /api/v1}
 * @param root true for an address outside of {@code /api/v1}
 * @param isOpen true if it needs no sign-in
 * @param hasBody true if it takes JSON
 */
record ApiOperation(
    String id,
    String group,
    String name,
    String method,
    String path,
    boolean root,
    String summary,
    String description,
    String role,
    boolean isOpen,
    List<Parameter> parameters,
    boolean hasBody,
    List<Property> properties) {

  /**
   * A parameter.
   *
   * @param in path, query or header
   */
  record Parameter(String name, String in, boolean isRequired, boolean isList, String description) {
    String option() {
      return "--" + kebab(name);
    }
  }

  /**
   * A field of the body.
   *
   * @param kind text, number, flag or json
   */
  record Property(String name, Kind kind, String description) {}

  /** The form of the value on the command line. */
  enum Kind {
    TEXT,
    NUMBER,
    FLAG,
    JSON
  }

  /** The parameters that select a page of a list. */
  static final Set<String> PAGING = Set.of("limit", "cursor", "offset");

  /** Returns true for a list that comes in pages. */
  boolean isPaged() {
    Set<String> names = parameters.stream().map(Parameter::name).collect(Collectors.toSet());
    return isRead()
        && names.contains("limit")
        && (names.contains("cursor") || names.contains("offset"));
  }

  boolean isRead() {
    return method.equals("GET");
  }

  /** Returns true if it changes a manifest, the plan of an experiment or the configuration, which a file may decide. */
  boolean isOfManagedThing() {
    return !isRead()
        && (path.startsWith("/manifests/{name}")
            || path.startsWith("/configuration/")
            || path.equals("/experiments/{id}"))
        && properties.stream().noneMatch(each -> each.name().equals("managedBy"));
  }

  /** Returns the address with these values of its parameters, each percent-encoded. */
  String address() {
    return (root ? "" : "/api/v1") + path;
  }

  /** Returns a name of the contract as a word of the command line: validateText as validate-text. */
  static String kebab(String name) {
    StringBuilder kebab = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isUpperCase(c) && i > 0 && Character.isLowerCase(name.charAt(i - 1))) {
        kebab.append('-');
      }
      kebab.append(c == '_' ? '-' : c);
    }
    return kebab.toString().toLowerCase(Locale.ROOT);
  }
}
