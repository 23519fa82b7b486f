package io.lychgate.gateway.admin.seam;

import java.util.List;

/** Reads a manifest as the data path would, and says what is wrong with it. */
public interface ManifestValidation {

  /** In the order of the text; empty when it may be published as it is. */
  List<TextProblem> problems(String yaml);
}
