package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.yaml.YamlNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The paths of values within the file that has them: {@code sites[0]} of an included file may be site 17 of the configuration. */
final class IncludedPaths {
  private static final Pattern ITEM = Pattern.compile("^(listeners|sites)\\[(\\d+)\\]");

  /** Path of each item of an included file within that file, by its path in the configuration. */
  private final Map<String, String> local;

  private IncludedPaths(Map<String, String> local) {
    this.local = local;
  }

  static IncludedPaths of(YamlNode root) {
    Map<String, String> local = new HashMap<>();
    for (String list : List.of("listeners", "sites")) {
      Map<String, Integer> seen = new HashMap<>();
      List<YamlNode> items = root.field(list).map(YamlNode::items).orElse(List.of());
      for (int i = 0; i < items.size(); i++) {
        String file = items.get(i).position().file();
        int index = seen.merge(file, 1, Integer::sum) - 1;
        if (index != i) {
          local.put(list + "[" + i + "]", list + "[" + index + "]");
        }
      }
    }
    return new IncludedPaths(local);
  }

  /** Returns the problems with the paths that a reader of the file sees. */
  List<ConfigProblem> local(List<ConfigProblem> problems) {
    return local.isEmpty() ? problems : problems.stream().map(this::local).toList();
  }

  private ConfigProblem local(ConfigProblem problem) {
    Matcher item = ITEM.matcher(problem.path());
    if (!item.find() || !problem.message().startsWith(item.group())) {
      return problem;
    }
    String path = local.getOrDefault(item.group(), item.group());
    return new ConfigProblem(
        problem.file(),
        problem.line(),
        problem.column(),
        path + problem.path().substring(item.end()),
        path + problem.message().substring(item.end()));
  }
}
