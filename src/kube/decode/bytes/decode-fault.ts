import { Fault } from '#base/fault.ts';
import { kubeFaults } from '#kube/faults.ts';

/** What is wrong with the bytes: not JSON, not the document asked for, ended early, or beyond a limit. */
export type Flaw = 'not-json' | 'unexpected' | 'cut-short' | 'too-deep' | 'too-large';

const remedies: Partial<Record<Flaw, string>> = {
  'too-deep': 'find the object that holds the value and repair it: no Kubernetes object needs such nesting',
  'too-large': 'see that the address is an API server’s; if it is, raise the limit on the size of one object',
};

/** A document that could not be read, and the byte, counted from its beginning, where that showed. */
export class DecodeFault extends Fault<'kube/malformed'> {
  readonly flaw: Flaw;
  readonly offset: number;

  constructor(flaw: Flaw, offset: number, message: string) {
    const remedy = remedies[flaw];
    const retry = remedy === undefined ? 'soon' : 'never';
    super(
      'kube/malformed',
      kubeFaults['kube/malformed'],
      message,
      remedy === undefined ? { retry } : { retry, remedy },
    );
    this.flaw = flaw;
    this.offset = offset;
  }
}
