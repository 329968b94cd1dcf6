const anyKey = Buffer.from('/').toString('base64');

/**
 * Compacts etcd to its newest revision, and gives that: 410 for lists of any before it, and for watches that would
 * miss a change before it, if they reach etcd. The API server's watch cache still knows it, except of Events, which it does not cache. For 410 on
 * other kinds restart kube-apiserver after this, or start it with the flag `watch-cache: 'false'`.
 */
export async function compactEtcd({ etcdUrl }: { readonly etcdUrl: string }): Promise<number> {
  const { header } = (await ask(`${etcdUrl}/v3/kv/range`, { key: anyKey })) as { header: { revision: string } };
  await ask(`${etcdUrl}/v3/kv/compaction`, { revision: header.revision, physical: true });
  return Number(header.revision);
}

async function ask(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`etcd answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
