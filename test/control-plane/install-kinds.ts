import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { expectOk, type KubeApi, type KubeObject } from '../support/kube-api.ts';
import { until } from '../support/until.ts';

const deploy = join(import.meta.dirname, '../../deploy');

const collections: Readonly<Record<string, string>> = {
  CustomResourceDefinition: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  ValidatingAdmissionPolicy: '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies',
  ValidatingAdmissionPolicyBinding: '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings',
};

/** Applies what `deploy/` ships of our kinds, as often as wanted, and waits until they are served. */
export async function installKinds(api: KubeApi): Promise<void> {
  for (const object of shipped()) {
    const answer = await api.create(collections[object.kind]!, object);
    if (answer.status !== 409) expectOk(answer); // another test was first
  }
  for (const { kind, metadata } of shipped()) {
    if (kind !== 'CustomResourceDefinition') continue;
    await until(`${metadata.name} to be served`, async () => {
      const { status } = expectOk(await api.get(`${collections[kind]!}/${metadata.name}`));
      return status?.conditions?.some(isEstablished) === true ? true : undefined;
    });
  }
}

const isEstablished = ({ type, status }: KubeObject): boolean => type === 'Established' && status === 'True';

function shipped(): readonly KubeObject[] {
  return globSync('{crds,policies}/*.yaml', { cwd: deploy }).flatMap((file) =>
    parseAllDocuments(readFileSync(join(deploy, file), 'utf8')).map((document) => document.toJS()),
  );
}
