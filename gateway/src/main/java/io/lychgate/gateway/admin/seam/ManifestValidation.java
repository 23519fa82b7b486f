package io.lychgate.gateway.admin.seam;

import java.util.List;

/** Reads a manifest as the data path would, and reports its problems. */
public interface ManifestValidation {

  /** Returns the problems in the order of the text; empty if it may be published as it is. */
  List<TextProblem> problems(String yaml);
}
