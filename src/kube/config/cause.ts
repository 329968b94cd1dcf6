/** What a caught error says: for a file system's error without the call it names, which our own message has told. */
export function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return codeOf(cause) === 'ENOENT' ? 'no such file' : cause.message;
}

/** The system's code of a caught error, such as ENOENT. */
export function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
