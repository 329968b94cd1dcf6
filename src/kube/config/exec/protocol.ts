/** The versions of the credential plugin protocol that we speak. */
export const execApiVersions = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'] as const;
export type ExecApiVersion = (typeof execApiVersions)[number];
