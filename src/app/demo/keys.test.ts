import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { Input } from '#app/terminal.ts';
import { listenToKeys, type Wish } from './keys.ts';

class Keyboard extends EventEmitter implements Input {
  readonly isTTY: boolean = true;
  isRaw: boolean = false;

  setRawMode(isRaw: boolean): void {
    this.isRaw = isRaw;
  }
  resume(): void {}
  pause(): void {}
  press(keys: string): void {
    this.emit('data', Buffer.from(keys));
  }
}

test('keys are wishes, one by one or many at once, and the terminal is given back', () => {
  const keyboard = new Keyboard();
  const wishes: Wish[] = [];
  const stop = listenToKeys(keyboard, (wish) => wishes.push(wish));
  expect(keyboard.isRaw).toBe(true);
  for (const keys of [' ', '+-', '\u001b[A', '\u001b[B', 'S', 'x', '\u0003']) keyboard.press(keys);
  expect(wishes).toEqual(['pause', 'faster', 'slower', 'faster', 'slower', 'step', 'quit']);
  stop();
  keyboard.press('q');
  expect([keyboard.isRaw, wishes.length]).toEqual([false, 7]);
});
