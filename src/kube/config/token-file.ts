import { Fault } from '#base/fault.ts';
import type { AuthHeaders, Credentials } from './credentials.ts';
import { bearer } from './credentials.ts';
import type { RotatingOptions } from './rotating.ts';
import { rotating } from './rotating.ts';

/** A token in a file that is rewritten while we run, such as a projected service account token. */
export function tokenFile(file: string, options: RotatingOptions): Credentials {
  const headers = rotating([{ kind: 'file', file }], ([text = '']) => bearer(text, file), options);
  return { headers: (now) => headers.read(now), refused: () => headers.distrust() };
}

/** A token file, and the token to show for as long as the file cannot be read. */
export function tokenFileOr(token: AuthHeaders, file: string, options: RotatingOptions): Credentials {
  const fromFile = tokenFile(file, options);
  return {
    async headers(now) {
      try {
        return await fromFile.headers(now);
      } catch (cause) {
        if (!(cause instanceof Fault)) throw cause;
        options.observer.fileKept?.(file, cause);
        return token;
      }
    },
    refused: (used) => fromFile.refused(used),
  };
}
