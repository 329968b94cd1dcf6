import { isIP } from 'node:net';
import type { z } from 'zod';
import { count, text } from '#app/config/leaf.ts';
import { section } from '#app/config/section.ts';

export interface ServingOptions {
  readonly bindAddress: string;
  readonly httpPort: number;
  readonly httpsPort: number;
}

const ipAddress = { fits: (address: string) => isIP(address) !== 0, wanted: 'an IP address such as 0.0.0.0 or ::1' };
const port = { least: 0, most: 65_535 };

export const servingSection: z.ZodObject = section<ServingOptions>(
  'Where roles answer; 0 as a port takes any free one.',
  {
    bindAddress: text('0.0.0.0', ipAddress, {
      description: 'Address to listen on; 0.0.0.0 and :: both mean every address of every family.',
      flag: 'bind-address',
      fixedAtStart: true,
    }),
    httpPort: count(8080, port, {
      description: 'Port of /healthz, /readyz, /metrics and /statusz, over HTTP.',
      flag: 'http-port',
      fixedAtStart: true,
    }),
    httpsPort: count(8443, port, {
      description: "Port of a server role's own traffic, over HTTPS.",
      flag: 'https-port',
      fixedAtStart: true,
    }),
  },
  [
    {
      holds: ({ httpPort, httpsPort }) => httpPort !== httpsPort || httpPort === 0,
      otherwise: ({ httpPort }) => `HTTP and HTTPS cannot both listen on port ${httpPort}`,
      blame: 'httpsPort',
    },
  ],
);
