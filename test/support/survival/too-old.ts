import type { Fault } from '../fault-proxy/fault.ts';

/** What the API server says of a version it has forgotten, in a watch that is well otherwise: reason for a relist. */
export const tooOld: Fault = {
  kind: 'garbage-line',
  afterLines: 0,
  line: JSON.stringify({
    type: 'ERROR',
    object: { kind: 'Status', status: 'Failure', code: 410, reason: 'Expired', message: 'too old resource version' },
  }),
};
