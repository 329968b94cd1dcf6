import { generatedMessages } from './generated-messages.ts';

/** A type whose JSON is not an object of its fields. `opaque`: protobuf does not give what JSON says. */
export type Leaf =
  | 'string'
  | 'bool'
  | 'int32'
  | 'int64'
  | 'bytes'
  | 'Time'
  | 'MicroTime'
  | 'Quantity'
  | 'IntOrString'
  | 'opaque';

/** One field of a message, called as JSON calls it. */
export interface MessageField {
  readonly name: string;
  readonly number: number;
  /** A `Leaf`, or the name of a message. */
  readonly type: string;
  /** `inline`: a message whose fields JSON has among those around it. */
  readonly form: 'one' | 'list' | 'map' | 'inline';
  /** Whether JSON too writes "", 0 and false; else zero says that the field is absent. */
  readonly writesZero: boolean;
}

const leaves: ReadonlySet<string> = new Set<Leaf>([
  'string',
  'bool',
  'int32',
  'int64',
  'bytes',
  'Time',
  'MicroTime',
  'Quantity',
  'IntOrString',
  'opaque',
]);

let known: ReadonlyMap<string, readonly MessageField[]> | undefined;

/** The fields of a message of the API, by its full name: `k8s.io.api.core.v1.Pod`. */
export function messageNamed(name: string): readonly MessageField[] | undefined {
  known ??= messagesIn(generatedMessages);
  return known.get(name);
}

export const isLeaf = (type: string): type is Leaf => leaves.has(type);

function messagesIn(table: string): Map<string, MessageField[]> {
  const messages = new Map<string, MessageField[]>();
  let fields: MessageField[] = [];
  let around = '';
  for (const line of table.split('\n')) {
    if (line.startsWith(' ')) fields.push(fieldIn(line.slice(1), around));
    else if (line !== '') {
      messages.set(line, (fields = []));
      around = line.slice(0, line.lastIndexOf('.') + 1);
    }
  }
  return messages;
}

function fieldIn(line: string, around: string): MessageField {
  const [name, number, written, ...notes] = line.split(' ');
  const [, mapped] = /^map<(.+)>$/.exec(written!) ?? [];
  const [, listed] = /^(.+)\[\]$/.exec(written!) ?? [];
  const type = mapped ?? listed ?? written!;
  const single = notes.includes('inline') ? 'inline' : 'one';
  return {
    name: name!,
    number: Number(number),
    type: type.includes('.') || isLeaf(type) ? type : around + type,
    form: mapped === undefined ? (listed === undefined ? single : 'list') : 'map',
    writesZero: notes.includes('zero'),
  };
}
