package io.lychgate.gateway.condition;

/** A condition with a compiled CEL program. */
final class CelCondition implements Condition {
  private final String text;
  private final CelProgram program;

  private final boolean readsRequest;

  /** @param readsRequest false if the program reads claims only */
  CelCondition(String text, CelProgram program, boolean readsRequest) {
    this.text = text;
    this.program = program;
    this.readsRequest = readsRequest;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public boolean readsRequest() {
    return readsRequest;
  }

  @Override
  public Answer test(RequestView request) {
    if (program.value(request) instanceof Boolean result) {
      return result ? Answer.TRUE : Answer.FALSE;
    }
    return Answer.FAILED;
  }

  @Override
  public String toString() {
    return text;
  }
}
