package io.lychgate.gateway.learn;

import io.lychgate.gateway.push.manifest.ManifestReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Inserts proposals into the text of a manifest. It keeps what a person wrote, including comments, where possible. */
final class DraftText {
  private static final Pattern RULES = Pattern.compile("(?m)^rules:[ \\t]*(#.*)?$");
  private static final Pattern FIRST_ITEM = Pattern.compile("(?m)^( *)- ");
  private static final YAMLMapper YAML = YAMLMapper.builder().build();

  private final ManifestReader reader = new ManifestReader();

  /** Returns the learner's own manifest for a host, without rules. */
  static String emptyFor(String host) {
    return "# Learned from live traffic. After an edit by a user, the learner waits until that is published.\n"
        + "hosts: [" + quoted(host) + "]\nrules:\n";
  }

  /** Returns the text with these proposals; empty if the result is not a valid manifest, or nothing changes. */
  Optional<String> with(String base, List<Proposal> proposals) {
    String renamed = base;
    for (Proposal proposal : proposals) {
      renamed = proposal.isRename() ? rename(renamed, proposal) : renamed;
    }
    List<Proposal> additions =
        proposals.stream().filter(each -> !each.isRename()).toList();
    String text = additions.isEmpty() ? renamed : append(renamed, additions);
    return text.equals(base) || !isValid(text) ? Optional.empty() : Optional.of(text);
  }

  /** Returns true if two texts are equal except for comments, which change with every page view. */
  static boolean isSameExceptComments(String one, String other) {
    return withoutComments(one).equals(withoutComments(other));
  }

  private static String withoutComments(String text) {
    return text.lines()
        .map(line -> line.strip().startsWith("#") ? "" : line.replaceAll(" # confidence .*$", ""))
        .filter(line -> !line.isBlank())
        .collect(Collectors.joining("\n"));
  }

  private boolean isValid(String text) {
    return reader.read(text, "draft").isValid();
  }

  private static String rename(String text, Proposal proposal) {
    // A longer URL that contains the old one is another asset.
    Pattern old = Pattern.compile(
        "(?<![A-Za-z0-9/._~%-])" + Pattern.quote(proposal.replaces()) + "(?![A-Za-z0-9/._~%?=&-])");
    Matcher found = old.matcher(text);
    return found.find()
        ? "# " + proposal.replaces() + " -> " + proposal.url() + ": " + proposal.reason() + "\n"
            + found.replaceAll(Matcher.quoteReplacement(proposal.url()))
        : text;
  }

  private String append(String text, List<Proposal> additions) {
    Matcher rules = RULES.matcher(text);
    if (rules.find()) {
      Matcher item = FIRST_ITEM.matcher(text).region(rules.end(), text.length());
      String indent = item.find() ? item.group(1) : "  ";
      String appended = text + (text.endsWith("\n") ? "" : "\n") + blocks(additions, indent);
      if (isValid(appended)) {
        return appended;
      }
    }
    return rewritten(text, additions);
  }

  private static String blocks(List<Proposal> additions, String indent) {
    Map<String, List<Proposal>> byRule = additions.stream()
        .collect(Collectors.groupingBy(DraftText::match, LinkedHashMap::new, Collectors.toList()));
    StringBuilder text = new StringBuilder();
    byRule.forEach((match, assets) -> {
      text.append(indent).append("- match: ").append(match).append('\n');
      text.append(indent).append("  assets:\n");
      assets.forEach(asset -> text.append(indent)
          .append("    - ")
          .append(asset(asset))
          .append(" # confidence ")
          .append(String.format(Locale.ROOT, "%.2f", asset.confidence()))
          .append(": ")
          .append(asset.reason())
          .append('\n'));
    });
    return text.toString();
  }

  private static String match(Proposal proposal) {
    return "{ " + (proposal.isRegex() ? "regex: " : "path: ") + quoted(proposal.match()) + " }";
  }

  private static String asset(Proposal proposal) {
    return "{ url: " + quoted(proposal.url()) + ", as: " + proposal.as()
        + (proposal.crossorigin() ? ", crossorigin: anonymous" : "")
        + (proposal.tier() > 1 ? ", tier: " + proposal.tier() : "") + " }";
  }

  /** Returns a JSON string, which is a YAML string, too. */
  private static String quoted(String text) {
    return JsonMapper.shared().writeValueAsString(text);
  }

  /** Adds rules to a text that no line can be appended to, such as JSON. Comments are lost. */
  private static String rewritten(String text, List<Proposal> additions) {
    try {
      JsonNode root = YAML.readTree(text);
      if (!(root instanceof ObjectNode manifest)) {
        return text;
      }
      ArrayNode rules =
          manifest.get("rules") instanceof ArrayNode known ? known : manifest.putArray("rules");
      ArrayNode more = (ArrayNode) YAML.readTree(blocks(additions, ""));
      rules.addAll(more);
      return YAML.writeValueAsString(manifest);
    } catch (JacksonException e) {
      return text;
    }
  }
}
