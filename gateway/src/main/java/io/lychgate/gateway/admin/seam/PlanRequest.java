package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.config.listener.Protocol;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page request as a user describes it.
 *
 * @param url an absolute URL or a path
 * @param host for a url that is a path; null means localhost
 * @param cookie value of the Cookie field
 * @param headers further header fields, in order
 * @param manifest the published manifest that {@code draft} replaces; null adds the draft to all published ones
 * @param draft YAML; null uses only the published manifests
 */
public record PlanRequest(
    String url,
    @Nullable String host,
    Protocol protocol,
    boolean pushEnabled,
    @Nullable String cookie,
    List<Header> headers,
    @Nullable String manifest,
    @Nullable String draft) {

  public PlanRequest {
    headers = List.copyOf(headers);
  }

  /** One header field of the request. */
  public record Header(String name, String value) {}
}
