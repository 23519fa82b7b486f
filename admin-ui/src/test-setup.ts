import '@testing-library/jest-dom/vitest';
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { FakeEventSource } from './api/fakes/event-source';

// Long, so that a busy machine does not fail tests; a test that waits in vain still ends.
configure({ asyncUtilTimeout: 60_000 });

// Replacements for parts that happy-dom lacks or only stubs.
class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// A canvas that ignores every stroke; tests read the text of a chart.
const strokes = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true });
HTMLCanvasElement.prototype.getContext = (() => strokes) as never;
globalThis.Path2D = class {
  moveTo(): void {}
  lineTo(): void {}
  rect(): void {}
  arc(): void {}
  addPath(): void {}
} as unknown as typeof Path2D;
globalThis.ResizeObserver = NoResizeObserver;
globalThis.EventSource = FakeEventSource as unknown as typeof EventSource;
// Configurable, because the test files of one worker share the document.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
Element.prototype.scrollIntoView = () => {};
window.matchMedia = (query) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  }) as MediaQueryList;

beforeEach(() => {
  localStorage.clear();
  FakeEventSource.reset();
});
afterEach(() => {
  cleanup();
  // They outlive their page: the next test would find those of the one before until they close by themselves.
  notifications.clean();
});
