import { expect, test } from 'vitest';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import { scriptedTransport } from './fixtures/scripted-transport.ts';
import { KubeClient } from './kube-client.ts';
import type { ListOptions, Page } from './list-pages.ts';
import { pods } from './pods.ts';

const page = (items: readonly string[], token?: string): object => ({
  metadata: { resourceVersion: '5', ...(token === undefined ? {} : { continue: token, remainingItemCount: 9 }) },
  items: items.map((name) => ({ metadata: { name } })),
});
const expired = (continueWith?: string): KubeFault =>
  new KubeFault('kube/gone', 'expired', { status: 410, continueWith });

interface Listed {
  readonly pages: readonly string[];
  readonly queries: readonly (string | undefined)[];
  readonly end: string;
}

/** Reads a list that the server answers so, and tells it in short. */
async function listed(answers: readonly (object | KubeFault)[], options: ListOptions = {}): Promise<Listed> {
  const transport = scriptedTransport((_, index) => {
    const answer = answers[Math.min(index, answers.length - 1)];
    if (answer instanceof KubeFault) throw answer;
    return answer;
  });
  const pages: string[] = [];
  let end = 'done';
  try {
    for await (const each of new KubeClient(transport).list(pods, options)) pages.push(inShort(each));
  } catch (thrown) {
    end = thrown instanceof KubeFault ? thrown.code : String(thrown);
  }
  return { pages, queries: transport.asked.map(({ query }) => query?.['continue']), end };
}

const inShort = ({ follows, items }: Page<{ metadata?: { name?: string } }>): string =>
  `${follows}: ${items.map((item) => item.metadata?.name).join(' ')}`;

const cases: readonly {
  name: string;
  answers: readonly (object | KubeFault)[];
  options?: ListOptions;
  want: Listed;
}[] = [
  { name: 'one page', answers: [page(['a'])], want: { pages: ['first: a'], queries: [undefined], end: 'done' } },
  {
    name: 'none at all',
    answers: [{ metadata: {}, items: null }],
    want: { pages: ['first: '], queries: [undefined], end: 'done' },
  },
  {
    name: 'page by page',
    answers: [page(['a'], 't1'), page(['b'], 't2'), page(['c'])],
    want: { pages: ['first: a', 'next: b', 'next: c'], queries: [undefined, 't1', 't2'], end: 'done' },
  },
  {
    name: 'an expired token: on with the new one, and it is said',
    answers: [page(['a'], 't1'), expired('t2'), page(['b'], 't3'), page(['c'])],
    want: { pages: ['first: a', 'newer: b', 'next: c'], queries: [undefined, 't1', 't2', 't3'], end: 'done' },
  },
  {
    name: 'an expired token where one moment is wanted: all over again',
    answers: [page(['a'], 't1'), expired('t2'), page(['a'], 't3'), page(['b'])],
    options: { whenExpired: 'begin-again' },
    want: { pages: ['first: a', 'again: a', 'next: b'], queries: [undefined, 't1', undefined, 't3'], end: 'done' },
  },
  {
    name: 'an expired token and no new one: all over again',
    answers: [page(['a'], 't1'), expired(), page(['a', 'b'])],
    want: { pages: ['first: a', 'again: a b'], queries: [undefined, 't1', undefined], end: 'done' },
  },
  {
    name: 'not for ever',
    answers: [page(['a'], 't1'), expired(), page(['a'], 't1'), expired(), page(['a'], 't1'), expired()],
    want: {
      pages: ['first: a', 'again: a', 'again: a'],
      queries: [undefined, 't1', undefined, 't1', undefined, 't1'],
      end: 'kube/gone',
    },
  },
  {
    name: 'gone at the first page is a fault',
    answers: [expired('t')],
    want: { pages: [], queries: [undefined], end: 'kube/gone' },
  },
  {
    name: 'what is no list is a fault',
    answers: [{ kind: 'Pod' }],
    want: { pages: [], queries: [undefined], end: 'kube/malformed' },
  },
];
for (const c of cases) test(c.name, async () => expect(await listed(c.answers, c.options)).toEqual(c.want));

test('what is asked for, and what a page tells', async () => {
  const transport = scriptedTransport(() => page(['a'], 't'));
  const options = { namespace: 'x', labelSelector: 'a=b', fieldSelector: 'spec.nodeName=n', limit: 7 };
  for await (const { resourceVersion, remaining } of new KubeClient(transport).list(pods, options)) {
    expect([resourceVersion, remaining]).toEqual(['5', 9]);
    break;
  }
  expect(transport.asked).toEqual([
    {
      method: 'GET',
      path: '/api/v1/namespaces/x/pods',
      query: { limit: '7', labelSelector: 'a=b', fieldSelector: 'spec.nodeName=n' },
      repeatable: 'yes',
      priority: 'read',
      deadlineMs: 60_000,
    },
  ]);
});
