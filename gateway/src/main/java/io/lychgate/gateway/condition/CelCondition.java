package io.lychgate.gateway.condition;

/** A condition with a compiled CEL program. */
final class CelCondition implements Condition {
  private final String text;
  private final CelProgram program;

  CelCondition(String text, CelProgram program) {
    this.text = text;
    this.program = program;
  }

  @Override
  public String text() {
    return text;
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
