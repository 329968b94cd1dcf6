const nameShape = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const domainShape = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/** Whether this may be the name of a label or a resource: a name of at most 63, after a domain and a slash if it has one. */
export function isQualifiedName(text: string): boolean {
  const slash = text.indexOf('/');
  const name = text.slice(slash + 1);
  if (name.length > 63 || !nameShape.test(name)) return false;
  const domain = text.slice(0, Math.max(0, slash));
  return slash === -1 || (domain.length <= 253 && domainShape.test(domain));
}

/** Whether this may be the value of a label; the empty one may. */
export function isLabelValue(text: string): boolean {
  return text === '' || (text.length <= 63 && nameShape.test(text));
}
