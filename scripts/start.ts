// `npm start` alone shows Plimsoll at work; `npm start -- ARGUMENTS` is the command line
if (process.argv.length === 2) process.argv.push('demo');
await import('#app/cli.ts');
