/** The texts of Warning headers (RFC 7234, as the API server writes them): `299 - "policy/v1beta1 is deprecated"`. */
export function warningsIn(header: string | string[] | undefined): readonly string[] {
  const text = Array.isArray(header) ? header.join(', ') : (header ?? '');
  return [...text.matchAll(/\b\d{3} [^ ]+ "((?:[^"\\]|\\.)*)"/g)].map(([, quoted]) =>
    quoted!.replaceAll(/\\(.)/g, '$1'),
  );
}
