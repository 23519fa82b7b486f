package io.lychgate.gateway.remote;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A response as text for a terminal: a list as a table, anything else as names and values. */
final class ResponseText {
  /** Characters of a cell; longer values are cut, because --json has them whole. */
  private static final int MAX_CELL = 60;

  /** Characters of a part of a list in a record, cut for the same reason. */
  private static final int MAX_PART = 400;

  private static final int MAX_COLUMNS = 8;

  private ResponseText() {}

  static void print(JsonNode body, boolean asJson, PrintWriter out) {
    if (asJson) {
      out.println(JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(body));
    } else if (body.path("items").isArray()) {
      if (body.path("items").isEmpty()) {
        out.println("none");
      } else {
        table(body.path("items"), out);
      }
      int shown = body.path("items").size();
      long total = body.path("total").asLong(shown);
      if (total > shown) {
        out.println(shown + " of " + total);
      }
    } else if (body.isObject()) {
      fields("", body, out);
    } else if (!body.isNull()) {
      out.println(body.asString(body.toString()));
    }
    out.flush();
  }

  private static void fields(String prefix, JsonNode object, PrintWriter out) {
    object.properties().forEach(each -> {
      String name = prefix + each.getKey();
      JsonNode value = each.getValue();
      if (value.isObject()) {
        fields(name + ".", value, out);
      } else if (value.isArray()) {
        out.println(name + ": " + (value.isEmpty() ? "none" : ""));
        value.forEach(item -> out.println("  "
            + (item.isString()
                ? clean(item.stringValue())
                : cut(clean(item.toString()), MAX_PART))));
      } else if (value.isString() && value.stringValue().contains("\n")) {
        out.println(name + ":");
        value.stringValue().lines().forEach(line -> out.println("  " + clean(line)));
      } else {
        out.println(name + ": " + (value.isNull() ? "-" : clean(value.asString(value.toString()))));
      }
    });
  }

  private static void table(JsonNode items, PrintWriter out) {
    Set<String> names = new LinkedHashSet<>();
    items.forEach(item -> item.properties().forEach(field -> {
      if (!field.getValue().isContainer() && names.size() < MAX_COLUMNS) {
        names.add(field.getKey());
      }
    }));
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.copyOf(names));
    items.forEach(
        item -> rows.add(names.stream().map(name -> cell(item.path(name))).toList()));
    int[] widths = new int[names.size()];
    rows.forEach(row -> {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    });
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private static String cut(String text, int most) {
    return text.length() > most ? text.substring(0, most - 1) + "…" : text;
  }

  private static String cell(JsonNode value) {
    String text = value.isNull() || value.isMissingNode() || value.isContainer()
        ? "-"
        : clean(value.asString(value.toString()));
    return cut(text, MAX_CELL);
  }

  /** Returns the text without control characters, which could change what a terminal shows. */
  private static String clean(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
