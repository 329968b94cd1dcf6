const namePart = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const domain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** A name of up to 63 characters, perhaps behind a DNS name and a slash. */
export function isQualifiedName(text: string): boolean {
  const parts = text.split('/');
  if (parts.length > 2) return false;
  const name = parts.at(-1)!;
  const prefix = parts.length === 2 ? parts[0]! : undefined;
  if (prefix !== undefined && (prefix.length > 253 || !domain.test(prefix))) return false;
  return name.length <= 63 && namePart.test(name);
}

export function isLabelValue(text: string): boolean {
  return text === '' || (text.length <= 63 && namePart.test(text));
}
