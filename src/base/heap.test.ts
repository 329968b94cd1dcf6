import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Heap } from '#base/heap.ts';

interface Task {
  urgency: number;
}

function heapOf(tasks: readonly Task[]): Heap<Task> {
  const heap = new Heap<Task>((a, b) => a.urgency > b.urgency);
  for (const task of tasks) heap.set(task);
  return heap;
}

function drained(heap: Heap<Task>): number[] {
  const urgencies: number[] = [];
  for (let task = heap.pop(); task !== undefined; task = heap.pop()) urgencies.push(task.urgency);
  return urgencies;
}

test('an empty heap has no first', () => {
  const heap = heapOf([]);
  expect([heap.peek(), heap.pop(), heap.size]).toEqual([undefined, undefined, 0]);
});

test('what is set twice is in once', () => {
  const task = { urgency: 1 };
  const heap = heapOf([task, task]);
  expect(heap.size).toBe(1);
  expect(drained(heap)).toEqual([1]);
  expect([heap.has(task), heap.delete(task)]).toEqual([false, false]);
});

test('items come out in order, after any changes of mind and removals', () => {
  const change = fc.record({ at: fc.nat(39), urgency: fc.nat(9), away: fc.boolean() });
  fc.assert(
    fc.property(fc.array(fc.nat(9), { minLength: 1, maxLength: 40 }), fc.array(change), (urgencies, changes) => {
      const tasks = urgencies.map((urgency) => ({ urgency }));
      const heap = heapOf(tasks);
      const left = new Set(tasks);
      for (const { at, urgency, away } of changes) {
        const task = tasks[at % tasks.length]!;
        task.urgency = urgency;
        if (away) expect(heap.delete(task)).toBe(left.delete(task));
        else {
          heap.set(task);
          left.add(task);
        }
      }
      const want = [...left].map((task) => task.urgency).toSorted((a, b) => b - a);
      expect([heap.size, heap.peek()?.urgency]).toEqual([want.length, want[0]]);
      expect(drained(heap)).toEqual(want);
    }),
  );
});
