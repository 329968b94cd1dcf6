import { Fault } from '#base/fault.ts';
import { type NetworkError, networkErrorOf } from '#kube/transport/faults/network-error.ts';
import { prometheusFault, type PrometheusFaultCode } from './faults.ts';

/** The fault that a broken exchange stands for. What is a fault already stays what it is. */
export function faultOfError(doing: string, thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown;
  const { kind, saying } = networkErrorOf(thrown);
  // no cause is kept: an error of Node's may carry the request with its headers
  const retry = kind === 'unreachable' ? 'soon' : 'never';
  return prometheusFault(codes[kind], `${doing}: ${saying}`, { retry });
}

const codes: Readonly<Record<NetworkError['kind'], PrometheusFaultCode>> = {
  distrust: 'prometheus/untrusted',
  unreadable: 'prometheus/not-prometheus',
  unreachable: 'prometheus/unreachable',
};
