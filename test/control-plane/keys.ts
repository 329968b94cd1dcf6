import { generateKeyPairSync, webcrypto } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import 'reflect-metadata'; // @peculiar/x509 wants it loaded first
import * as x509 from '@peculiar/x509';

x509.cryptoProvider.set(webcrypto);

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 86_400_000;

/** A certificate and its private key, both PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** One that may sign others. */
export interface Authority extends KeyPair {
  /** Signs a client certificate: `user` becomes CN, each group an O. */
  client(user: string, groups?: readonly string[]): Promise<KeyPair>;
  /** Signs a serving certificate for DNS names and IP addresses. */
  server(dnsNames: readonly string[], ips?: readonly string[]): Promise<KeyPair>;
}

type SigningKeys = Awaited<ReturnType<typeof newKeys>>;

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

async function pemOfKey(keys: SigningKeys): Promise<string> {
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
}

const validity = (): { notBefore: Date; notAfter: Date } => ({
  notBefore: new Date(Date.now() - dayMs),
  notAfter: new Date(Date.now() + 30 * dayMs),
});

/** A new self-signed certificate authority, good for 30 days. */
export async function newAuthority(name: string): Promise<Authority> {
  const keys = await newKeys();
  const usages = x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign | x509.KeyUsageFlags.digitalSignature;
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: algorithm,
    ...validity(),
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the flags are meant to be added up
      new x509.KeyUsagesExtension(usages, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });

  async function sign(subject: x509.JsonName, extensions: x509.Extension[]): Promise<KeyPair> {
    const leaf = await newKeys();
    const cert = await x509.X509CertificateGenerator.create({
      subject,
      issuer: own.subject,
      publicKey: leaf.publicKey,
      signingKey: keys.privateKey,
      signingAlgorithm: algorithm,
      ...validity(),
      extensions: [new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true), ...extensions],
    });
    return { cert: cert.toString('pem'), key: await pemOfKey(leaf) };
  }

  return {
    cert: own.toString('pem'),
    key: await pemOfKey(keys),
    client: (user, groups = []) =>
      sign(
        [{ CN: [user] }, ...groups.map((group) => ({ O: [group] }))],
        [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])],
      ),
    server: (dnsNames, ips = []) =>
      sign(
        [{ CN: [dnsNames[0]!] }],
        [
          new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
          new x509.SubjectAlternativeNameExtension([
            ...dnsNames.map((value) => ({ type: 'dns' as const, value })),
            ...ips.map((value) => ({ type: 'ip' as const, value })),
          ]),
        ],
      ),
  };
}

/** Everything a control plane needs to trust itself, and an administrator to be trusted by it. */
export interface ControlPlaneKeys {
  readonly ca: Authority;
  readonly frontProxyCa: Authority;
  readonly admin: KeyPair;
}

/** Makes all keys and writes those that the programs read into `folder`, under the names that kubeadm users know. */
export async function makeKeys(folder: string): Promise<ControlPlaneKeys> {
  const [ca, frontProxyCa] = await Promise.all([newAuthority('plimsoll-test-ca'), newAuthority('front-proxy-ca')]);
  const services = ['kubernetes', 'kubernetes.default', 'kubernetes.default.svc'];
  const [apiserver, frontProxyClient, admin] = await Promise.all([
    ca.server(['localhost', ...services], ['127.0.0.1', '10.0.0.1']),
    frontProxyCa.client('front-proxy-client'),
    ca.client('admin', ['system:masters']),
  ]);
  // service account tokens are signed with a bare key: no certificate is involved
  const serviceAccount = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const files = {
    'ca.crt': ca.cert,
    'apiserver.crt': apiserver.cert,
    'apiserver.key': apiserver.key,
    'front-proxy-ca.crt': frontProxyCa.cert,
    'front-proxy-client.crt': frontProxyClient.cert,
    'front-proxy-client.key': frontProxyClient.key,
    'sa.pub': serviceAccount.publicKey,
    'sa.key': serviceAccount.privateKey,
  };
  for (const [name, pem] of Object.entries(files)) writeFileSync(join(folder, name), pem, { mode: 0o600 });
  return { ca, frontProxyCa, admin };
}
