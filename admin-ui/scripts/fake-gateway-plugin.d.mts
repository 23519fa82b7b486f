import type { Plugin } from 'vite';

export function fakeGateway(): Plugin;
