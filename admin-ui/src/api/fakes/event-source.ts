/** Event stream that a test controls. */
export class FakeEventSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static newest: FakeEventSource | null = null;

  readonly url: string;
  readyState = FakeEventSource.CONNECTING;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.newest = this;
  }

  static reset(): void {
    FakeEventSource.newest = null;
  }

  open(): void {
    this.readyState = FakeEventSource.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  send(event: string, value: unknown): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(value) }));
  }

  /** Fails the stream. The browser retries a broken connection, but not a refused stream. */
  fail(refused: boolean): void {
    this.readyState = refused ? FakeEventSource.CLOSED : FakeEventSource.CONNECTING;
    this.dispatchEvent(new Event('error'));
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}
