package io.lychgate.gateway.admin.upstream;

import io.lychgate.gateway.admin.http.Call;

/** A query parameter that is {@code true} or absent. */
final class Flag {
  private Flag() {}

  static boolean of(Call call, String name) {
    return switch (call.query(name)) {
      case "" -> false;
      case "true" -> true;
      default -> throw Call.invalid(name, call.query(name), "true, or absent");
    };
  }
}
