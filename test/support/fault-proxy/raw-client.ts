import { Agent, request as httpsRequest } from 'node:https';
import { RawAnswer } from './raw-answer.ts';

export interface Asking {
  readonly method?: string;
  readonly path?: string;
  readonly token?: string;
  readonly body?: string;
}

/** A client without any wits of its own: it repeats nothing, and tells what it saw. */
export class RawClient {
  readonly #url: string;
  readonly #token: string | undefined;
  readonly #agent: Agent;

  constructor({ url, ca, token }: { readonly url: string; readonly ca: string; readonly token?: string }) {
    this.#url = url;
    this.#token = token;
    this.#agent = new Agent({ keepAlive: true, ca });
  }

  /** What came of it, when it is complete or broken, or after so long. */
  async ask(asking: Asking = {}, withinMs = 5000): Promise<RawAnswer> {
    const answer = this.start(asking);
    await answer.over(withinMs);
    return answer;
  }

  /** Resolves once the headers are here: by default those of a watch. */
  async open(path = '/pods?watch=true'): Promise<RawAnswer> {
    const answer = this.start({ path });
    await answer.begun;
    return answer;
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Waits for nothing. */
  start({ method = 'GET', path = '/pods', token = this.#token, body }: Asking = {}): RawAnswer {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const request = httpsRequest(new URL(path, this.#url), { method, agent: this.#agent, headers });
    return new RawAnswer(request.end(body));
  }
}
