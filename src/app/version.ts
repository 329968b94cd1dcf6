import manifest from '../../package.json' with { type: 'json' };

/** The version of this program; the bundler writes it into the bundle. */
export const version: string = manifest.version;
