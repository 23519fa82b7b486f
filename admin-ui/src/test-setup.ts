import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { FakeEventSource } from './api/fakes/event-source';

// A busy machine is no reason to fail; a test that waits in vain still ends.
configure({ asyncUtilTimeout: 15_000 });

// What happy-dom lacks or only pretends to have.
class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// A canvas that takes every stroke and shows none; what a chart says in words is what tests read.
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
Object.defineProperty(document, 'fonts', { value: new EventTarget() });
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
afterEach(cleanup);
