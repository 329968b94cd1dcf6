import { beginningOf } from './excerpt.ts';
import type { HttpAnswer, HttpAsk, HttpExchange } from './exchange.ts';

const MOST = 3;

/** Asks, and follows redirects within the same server. One that leads elsewhere is the answer: credentials stay here. */
export async function followed(exchange: HttpExchange, ask: HttpAsk): Promise<HttpAnswer> {
  let asking = ask;
  for (let made = 0; ; made += 1) {
    const answer = await exchange(asking);
    const next = made < MOST ? nextOf(asking, answer) : undefined;
    if (next === undefined) return answer;
    await beginningOf(answer.body);
    asking = next;
  }
}

function nextOf(asked: HttpAsk, { status, headers }: HttpAnswer): HttpAsk | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || typeof headers['location'] !== 'string') return undefined;
  const url = URL.parse(headers['location'], asked.url.href);
  if (url === null || url.origin !== asked.url.origin) return undefined;
  // what became of a form on its way through a 301 is anybody's guess: it is sent again as it was
  return { ...asked, url };
}
