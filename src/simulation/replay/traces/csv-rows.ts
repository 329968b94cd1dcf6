import { fault } from '#simulation/replay/faults.ts';

/** The lines of a CSV text after its header, which must begin as given. */
export function csvRows(text: string, headerBegins: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '');
  const header = lines.shift() ?? '';
  if (header.startsWith(headerBegins)) return lines;
  throw fault(
    'replay/malformed-trace',
    `reading a trace: its header begins with ${JSON.stringify(header.slice(0, 40))}, not with ${JSON.stringify(headerBegins)}`,
  );
}

/** One number of a CSV field. */
export function csvNumber(field: string, row: number): number {
  const value = Number(field);
  if (field !== '' && Number.isFinite(value)) return value;
  throw fault('replay/malformed-trace', `reading a trace: row ${row + 1} holds ${JSON.stringify(field)} for a number`);
}

/** The fields of a row, as many as its neighbours have. */
export function csvFields(line: string, row: number, count: number): string[] {
  const fields = line.split(',');
  if (fields.length === count) return fields;
  throw fault('replay/malformed-trace', `reading a trace: row ${row + 1} has ${fields.length} fields, not ${count}`);
}
