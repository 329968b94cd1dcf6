import type { PrometheusClient } from './http/client.ts';
import { prometheusFault } from './http/faults.ts';
import { type Fields, isFields } from './answers/fields.ts';
import { readResult } from './answers/read-result.ts';

/** One series with all its labels. */
export interface LabelledSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Evaluates an expression that gives few series, and keeps all of their labels: for people who look around. */
export async function askLabelled(
  client: PrometheusClient,
  expression: string,
  signal: AbortSignal,
): Promise<readonly LabelledSample[]> {
  const samples: LabelledSample[] = [];
  await client.ask({ path: '/api/v1/query', form: { query: expression }, signal }, (answered) =>
    readResult(answered, 'vector', ({ metric, value }) => {
      const number = Array.isArray(value) ? Number(value[1]) : Number.NaN;
      samples.push({ labels: isFields(metric) ? textsOf(metric) : {}, value: number });
    }),
  );
  return samples;
}

/** What a server that speaks Prometheus' API says of itself: its version, where it tells one. */
export async function askVersion(client: PrometheusClient, signal: AbortSignal): Promise<string | undefined> {
  return client.ask({ path: '/api/v1/status/buildinfo', form: {}, signal }, async ({ doing, body }) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    try {
      const answer: unknown = JSON.parse(Buffer.concat(chunks).toString());
      const built = isFields(answer) && isFields(answer['data']) ? answer['data']['version'] : undefined;
      return typeof built === 'string' ? built : undefined;
    } catch (cause) {
      throw prometheusFault('prometheus/not-prometheus', `${doing}: the answer is not JSON`, { cause });
    }
  });
}

function textsOf(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
