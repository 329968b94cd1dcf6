import { expect, test } from 'vitest';
import { hostPortsOf, portsClash } from './host-ports.ts';
import type { Pod } from './kubernetes/pod.ts';

const web = { containerPort: 80, hostPort: 80 };

test('containers and sidecars take ports of the node, init containers that end do not', () => {
  const pod: Pod = {
    metadata: { name: 'p', uid: 'u' },
    spec: {
      containers: [{ name: 'a', ports: [web, { containerPort: 9, hostPort: 0 }, { containerPort: 10 }] }],
      initContainers: [
        { name: 'b', ports: [{ ...web, hostPort: 81 }] },
        { name: 'c', restartPolicy: 'Always', ports: [{ ...web, hostPort: 82, protocol: 'UDP', hostIP: '10.0.0.1' }] },
      ],
    },
  };
  expect(hostPortsOf(pod)).toEqual([
    { ip: '0.0.0.0', protocol: 'TCP', port: 80 },
    { ip: '10.0.0.1', protocol: 'UDP', port: 82 },
  ]);
});

const on = (ip: string, protocol = 'TCP', port = 80): { ip: string; protocol: string; port: number } => ({
  ip,
  protocol,
  port,
});
const pairs = [
  { name: 'one address twice', a: on('10.0.0.1'), b: on('10.0.0.1'), want: true },
  { name: 'two addresses', a: on('10.0.0.1'), b: on('10.0.0.2'), want: false },
  { name: 'every address and one of them', a: on('0.0.0.0'), b: on('10.0.0.2'), want: true },
  { name: ':: and another', a: on('::'), b: on('10.0.0.2'), want: false },
  { name: 'two protocols', a: on('0.0.0.0'), b: on('0.0.0.0', 'UDP'), want: false },
  { name: 'two numbers', a: on('0.0.0.0'), b: on('0.0.0.0', 'TCP', 81), want: false },
];
for (const { name, a, b, want } of pairs) {
  test(`${name}: ${want ? 'clash' : 'no clash'}`, () => {
    expect([portsClash(a, b), portsClash(b, a)]).toEqual([want, want]);
  });
}
