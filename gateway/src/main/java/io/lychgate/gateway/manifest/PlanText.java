package io.lychgate.gateway.manifest;

import io.lychgate.gateway.push.explain.PlanExplanation;
import io.lychgate.gateway.push.explain.PlanExplanation.Candidate;
import io.lychgate.gateway.push.explain.PlanExplanation.Priority;
import java.util.ArrayList;
import java.util.List;

/** A plan as a table for a person. */
final class PlanText {
  private final PlanExplanation plan;

  /** The JSON document: the plan with its request. */
  record Document(String url, String protocol, String source, PlanExplanation plan) {}

  PlanText(PlanExplanation plan) {
    this.plan = plan;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    table(lines);
    plan.candidates().forEach(candidate -> priority(candidate, lines));
    plan.links().forEach(link -> lines.add("103 Link: " + link));
    plan.pushes().forEach(path -> lines.add("PUSH_PROMISE: " + path));
    if (plan.setCookie() != null) {
      lines.add("Set-Cookie: " + plan.setCookie());
    }
    plan.notes().forEach(note -> lines.add("Note: " + note));
    return lines;
  }

  private void table(List<String> lines) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("DECISION", "TIER", "URGENCY", "AS", "URL", "RULE", "REASON"));
    plan.candidates().forEach(candidate -> rows.add(row(candidate)));
    if (rows.size() == 1) {
      return;
    }
    int[] widths = new int[rows.get(0).size()];
    rows.forEach(row -> {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    });
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length - 1; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      lines.add(line.append(row.get(widths.length - 1)).toString().stripTrailing());
    }
    lines.add("");
  }

  private static void priority(Candidate candidate, List<String> lines) {
    Priority priority = candidate.priority();
    if (priority == null) {
      return;
    }
    StringBuilder line =
        new StringBuilder("Priority of ").append(candidate.url()).append(':');
    if (priority.urgency() != null) {
      line.append(" u=").append(priority.urgency());
    }
    if (priority.incremental() != null) {
      line.append(priority.incremental() ? " i" : " i=?0");
    }
    line.append(priority.source() == null ? " open" : " by " + priority.source());
    if (!priority.perhaps().isEmpty()) {
      line.append("; unless, by its response, ").append(String.join(", ", priority.perhaps()));
    }
    lines.add(line.toString());
  }

  private static List<String> row(Candidate candidate) {
    String reason = candidate.reason();
    return List.of(
        candidate.decision(),
        String.valueOf(candidate.tier()),
        candidate.urgency() == null ? "-" : String.valueOf(candidate.urgency()),
        candidate.as(),
        candidate.url(),
        candidate.match() == null
            ? "-"
            : "rules[" + candidate.ruleIndex() + "] " + candidate.match(),
        reason == null ? "" : reason + ": " + candidate.sentence());
  }
}
