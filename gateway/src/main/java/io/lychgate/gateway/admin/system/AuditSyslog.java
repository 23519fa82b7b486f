package io.lychgate.gateway.admin.system;

import io.lychgate.gateway.admin.http.Json;
import io.lychgate.gateway.store.AuditEntry;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Entries of the audit trail as messages of RFC 5424: facility log audit, severity notice for a change and warning for a refused
 * attempt, the action as MSGID, and the entry as JSON.
 */
public final class AuditSyslog {
  /** Facility "log audit" (RFC 5424 section 6.2.1). */
  private static final int FACILITY = 13;

  private static final int WARNING = 4;
  private static final int NOTICE = 5;
  private static final int SEVERITIES = 8;

  /** RFC 5424 section 6.2.7. */
  private static final int MAX_MESSAGE_ID = 32;

  /** RFC 5424 section 6.2.4. */
  private static final int MAX_HOST = 255;

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
          "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
      .withZone(ZoneOffset.UTC);

  private final String host;
  private final long pid;

  private AuditSyslog(String host, long pid) {
    this.host = host;
    this.pid = pid;
  }

  /** Returns messages that name this machine and process. */
  public static AuditSyslog ofThisMachine() {
    String name;
    try {
      name = InetAddress.getLocalHost().getHostName().replaceAll("[^!-~]", "");
    } catch (UnknownHostException e) {
      name = "";
    }
    return new AuditSyslog(
        name.isEmpty() ? "-" : name.substring(0, Math.min(MAX_HOST, name.length())),
        ProcessHandle.current().pid());
  }

  /** Returns the message of an entry, without a line break. */
  public String line(AuditEntry entry) {
    int priority = FACILITY * SEVERITIES + (entry.refused() ? WARNING : NOTICE);
    String id = entry.action().replaceAll("[^!-~]", "");
    return "<" + priority + ">1 " + TIME.format(entry.at()) + " " + host + " lychgate " + pid + " "
        + (id.isEmpty() ? "-" : id.substring(0, Math.min(MAX_MESSAGE_ID, id.length()))) + " - "
        + Json.text(AuditBody.of(entry));
  }

  /** Returns the entry as one line of JSON. */
  public static String json(AuditEntry entry) {
    return Json.text(AuditBody.of(entry));
  }
}
