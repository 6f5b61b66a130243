/** An error whose message is a Portuguese sentence for the person at the terminal: it is shown as it is, without a stack. */
export class ExplainedError extends Error {
  override name = 'ExplainedError';
}
