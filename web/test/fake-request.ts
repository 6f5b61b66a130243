/** Those that nobody has answered or given up. */
const unanswered = new Set<FakeRequest>();

/** The browser's own uploads, as far as they are used. */
export class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  opened: string[] = [];
  sent: FormData | undefined;
  status = 0;
  responseText = '';
  timeout = 0;

  open(...opened: string[]) {
    this.opened = opened;
    FakeRequest.last = this;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(form: FormData) {
    this.sent = form;
    unanswered.add(this);
  }
  abort() {
    unanswered.delete(this);
    this.dispatchEvent(new Event('abort'));
  }
  answer(status: number, body: unknown) {
    this.answerText(status, JSON.stringify(body));
  }
  answerText(status: number, responseText: string) {
    unanswered.delete(this);
    Object.assign(this, { status, responseText });
    this.dispatchEvent(new Event('load'));
  }
}

/** Ends the uploads that a test left open: who waits for one asks how far it has got until then, also in the tests that follow. */
export async function endUploads(): Promise<void> {
  if (unanswered.size === 0) return;
  for (const request of unanswered) request.answerText(200, '');
  await new Promise((resolve) => setTimeout(resolve));
}
