package io.lychgate.gateway.migration.nginx;

import io.lychgate.gateway.migration.draft.ImportReport;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Directives that other classes carry over, and the reason for each of the others. */
final class NginxKnown {
  /** Directives that are read where they apply. */
  private static final Set<String> CARRIED = Set.of(
      "listen",
      "server_name",
      "root",
      "alias",
      "index",
      "return",
      "rewrite",
      "location",
      "server",
      "if",
      "ssl",
      "ssl_certificate",
      "ssl_certificate_key",
      "ssl_protocols",
      "ssl_verify_client",
      "ssl_client_certificate",
      "ssl_trusted_certificate",
      "http2",
      "keepalive_timeout",
      "client_header_timeout",
      "client_body_timeout",
      "send_timeout",
      "set_real_ip_from",
      "real_ip_header",
      "client_max_body_size",
      "proxy_pass",
      "grpc_pass",
      "proxy_set_header",
      "grpc_set_header",
      "proxy_hide_header",
      "proxy_connect_timeout",
      "proxy_read_timeout",
      "grpc_connect_timeout",
      "grpc_read_timeout",
      "proxy_ssl_verify",
      "proxy_ssl_name",
      "proxy_ssl_server_name",
      "proxy_ssl_trusted_certificate",
      "proxy_ssl_certificate",
      "proxy_ssl_certificate_key",
      "proxy_intercept_errors",
      "grpc_ssl_verify",
      "grpc_ssl_name",
      "grpc_ssl_trusted_certificate",
      "add_header",
      "more_set_headers",
      "more_clear_headers",
      "expires",
      "gzip",
      "gzip_types",
      "gzip_min_length",
      "gzip_comp_level",
      "brotli",
      "brotli_types",
      "brotli_comp_level",
      "allow",
      "deny",
      "auth_basic",
      "auth_basic_user_file",
      "auth_request",
      "auth_jwt",
      "satisfy",
      "internal",
      "limit_except",
      "http2_push",
      "http2_push_preload",
      "try_files",
      "error_page",
      "set",
      "default_type",
      "fastcgi_pass",
      "uwsgi_pass",
      "scgi_pass",
      "memcached_pass",
      "stub_status",
      "empty_gif",
      "autoindex",
      "http",
      "events",
      "types",
      "include",
      "limit_req",
      "limit_req_zone",
      "limit_req_status",
      "limit_req_dry_run");

  private static final Map<String, String> UNNEEDED = new HashMap<>();
  private static final Map<String, String> LOST = new HashMap<>();

  static {
    unneeded(
        "the gateway chooses by the machine",
        "user",
        "worker_processes",
        "worker_connections",
        "worker_rlimit_nofile",
        "worker_cpu_affinity",
        "worker_priority",
        "worker_shutdown_timeout",
        "multi_accept",
        "use",
        "accept_mutex",
        "pcre_jit",
        "daemon",
        "master_process",
        "pid",
        "load_module",
        "thread_pool",
        "timer_resolution",
        "env",
        "events");
    unneeded(
        "the gateway sends files and small packets well by default",
        "sendfile",
        "sendfile_max_chunk",
        "tcp_nopush",
        "tcp_nodelay",
        "aio",
        "directio",
        "output_buffers",
        "postpone_output",
        "open_file_cache",
        "open_file_cache_valid",
        "open_file_cache_min_uses",
        "open_file_cache_errors",
        "read_ahead");
    unneeded(
        "bodies stream with back-pressure, without buffers to tune",
        "proxy_buffering",
        "proxy_buffers",
        "proxy_buffer_size",
        "proxy_busy_buffers_size",
        "proxy_request_buffering",
        "proxy_max_temp_file_size",
        "proxy_temp_file_write_size",
        "proxy_temp_path",
        "client_body_buffer_size",
        "client_body_temp_path",
        "client_header_buffer_size",
        "large_client_header_buffers",
        "client_body_in_file_only",
        "proxy_http_version",
        "chunked_transfer_encoding",
        "http2_chunk_size",
        "http2_body_preread_size",
        "proxy_socket_keepalive");
    unneeded(
        "sessions, ciphers and curves are those of the TLS library",
        "ssl_session_cache",
        "ssl_session_timeout",
        "ssl_session_tickets",
        "ssl_session_ticket_key",
        "ssl_prefer_server_ciphers",
        "ssl_buffer_size",
        "ssl_dhparam",
        "ssl_ecdh_curve",
        "ssl_verify_depth",
        "proxy_ssl_session_reuse",
        "proxy_ssl_protocols");
    unneeded(
        "OCSP responses are stapled where the certificate names a responder; see ocsp of a certificate",
        "ssl_stapling",
        "ssl_stapling_verify",
        "ssl_stapling_responder");
    unneeded(
        "the defaults of the gateway serve this purpose",
        "server_tokens",
        "etag",
        "server_names_hash_bucket_size",
        "server_names_hash_max_size",
        "types_hash_max_size",
        "types_hash_bucket_size",
        "variables_hash_max_size",
        "variables_hash_bucket_size",
        "map_hash_bucket_size",
        "map_hash_max_size",
        "proxy_headers_hash_max_size",
        "proxy_headers_hash_bucket_size",
        "charset",
        "charset_types",
        "log_not_found",
        "merge_slashes",
        "recursive_error_pages",
        "server_name_in_redirect",
        "port_in_redirect",
        "absolute_redirect",
        "reset_timedout_connection",
        "underscores_in_headers",
        "keepalive_disable",
        "keepalive_requests",
        "max_ranges",
        "gzip_vary",
        "gzip_proxied",
        "gzip_disable",
        "gzip_buffers",
        "gzip_http_version",
        "gzip_static",
        "brotli_static",
        "real_ip_recursive",
        "http2_max_concurrent_streams",
        "http2_idle_timeout",
        "http2_recv_timeout",
        "http3",
        "quic_retry",
        "ssl_early_data",
        "resolver_timeout",
        "proxy_next_upstream_tries");
    LOST.put("access_log", "set accessLog of the gateway (access-log.md)");
    LOST.put("error_log", "the gateway logs to stdout");
    LOST.put("log_format", "see accessLog.fields (access-log.md)");
    LOST.put("ssl_ciphers", "ciphers are those of the TLS library");
    LOST.put("ssl_conf_command", "options of the TLS library cannot be set");
    LOST.put("ssl_crl", "lists of revoked certificates are not read");
    LOST.put("proxy_ssl_crl", "CAUTION: lists of revoked certificates are not read");
    LOST.put("grpc_ssl_crl", "CAUTION: lists of revoked certificates are not read");
    LOST.put("ssl_password_file", "keys are not encrypted");
    LOST.put("ssl_reject_handshake", "requests for unknown hosts get 421");
    LOST.put("resolver", "names are resolved by the system; see discovery.md");
    LOST.put("proxy_redirect", "Location fields of upstreams stay as they are");
    LOST.put("proxy_cookie_path", "cookies of upstreams stay as they are");
    LOST.put("proxy_cookie_domain", "cookies of upstreams stay as they are");
    LOST.put("proxy_cookie_flags", "cookies of upstreams stay as they are");
    LOST.put("proxy_send_timeout", "no such timeout");
    LOST.put("proxy_next_upstream", "see retry of the upstream");
    LOST.put("proxy_next_upstream_timeout", "see retry of the upstream");
    LOST.put("limit_conn_zone", "see policies.concurrency");
    LOST.put("limit_conn", "see policies.concurrency");
    LOST.put("limit_rate", "bytes per second are not limited");
    LOST.put("limit_rate_after", "bytes per second are not limited");
    LOST.put("sub_filter", "bodies are not changed");
    LOST.put("sub_filter_once", "bodies are not changed");
    LOST.put("geo", "variables of addresses; use conditions of routes");
    LOST.put("map", "variables of a map; use conditions of routes");
    LOST.put("split_clients", "see split of proxy");
    LOST.put("mirror", "see mirror of proxy");
    LOST.put("valid_referers", "use conditions of routes");
    LOST.put("add_trailer", "trailers are not added");
    LOST.put("add_before_body", "bodies are not changed");
    LOST.put("ssi", "bodies are not changed");
  }

  private NginxKnown() {}

  private static void unneeded(String reason, String... names) {
    for (String name : names) {
      UNNEEDED.put(name, reason);
    }
  }

  /** Reports a directive unless it is carried over elsewhere. Returns true if it is known. */
  static boolean report(NginxDirective directive, ImportReport report) {
    String name = directive.name();
    if (UNNEEDED.containsKey(name)) {
      report.unneeded(directive.place(), directive.shown(), UNNEEDED.getOrDefault(name, ""));
      return true;
    }
    if (LOST.containsKey(name)) {
      if (name.equals("access_log") && directive.argument(0).equals("off")) {
        report.unneeded(directive.place(), directive.shown(), "accessLog is off by default");
      } else {
        report.lost(directive.place(), directive.shown(), LOST.getOrDefault(name, ""));
      }
      return true;
    }
    if (CARRIED.contains(name)) {
      return false;
    }
    if (name.startsWith("proxy_cache") || name.startsWith("proxy_no_cache")) {
      report.lost(directive.place(), directive.shown(), "see policies.cache of a route (cache.md)");
    } else if (name.matches(
            "(fastcgi|uwsgi|scgi|memcached|perl|js|lua|dav|mp4|flv|image_filter|xslt|ssi|secure_link|geoip|geoip2|auth_digest|modsecurity)_?.*")
        || name.endsWith("_by_lua_block")) {
      report.lost(directive.place(), directive.shown(), "the gateway has no such module");
    } else {
      report.lost(directive.place(), directive.shown(), "unknown to this import");
    }
    return true;
  }
}
