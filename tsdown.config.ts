import { defineConfig, type UserConfig } from 'tsdown';

const config: UserConfig = defineConfig({
  entry: { plimsoll: 'src/app/cli.ts' },
  platform: 'node',
  format: 'esm',
  target: 'node24',
  outDir: 'dist',
  clean: true,
  dts: false,
  sourcemap: true,
});

export default config;
