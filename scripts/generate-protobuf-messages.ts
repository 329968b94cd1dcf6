// node scripts/generate-protobuf-messages.ts: writes src/kube/decode/protobuf/generated-messages.ts, by hand when the
// version of Kubernetes in test/control-plane/go.mod changes. Needs Go's module cache: `npm run control-plane` fills it.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file this writes, below the repository. */
export const generatedMessages = 'src/kube/decode/protobuf/generated-messages.ts';

const repository = join(import.meta.dirname, '..');

/** What the product reads, and what carries it. */
const roots: Readonly<Record<string, readonly string[]>> = {
  'api/core/v1': [
    'Pod',
    'Node',
    'Namespace',
    'Service',
    'ReplicationController',
    'PersistentVolume',
    'PersistentVolumeClaim',
    'ConfigMap',
  ],
  'api/apps/v1': ['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet'],
  'api/batch/v1': ['Job', 'CronJob'],
  'api/policy/v1': ['PodDisruptionBudget'],
  'api/scheduling/v1': ['PriorityClass'],
  'api/scheduling/v1alpha3': [], // a Job names some of it
  'api/storage/v1': ['StorageClass', 'CSINode', 'CSIDriver', 'VolumeAttachment', 'CSIStorageCapacity'],
  'api/coordination/v1': ['Lease'],
  'api/autoscaling/v2': ['HorizontalPodAutoscaler'],
  'apimachinery/pkg/apis/meta/v1': ['ListMeta', 'Status'],
  'apimachinery/pkg/runtime': ['TypeMeta'],
};

/** Messages that JSON writes in a form of their own: what our table calls them. */
const leaves: Readonly<Record<string, string>> = {
  'k8s.io.apimachinery.pkg.apis.meta.v1.Time': 'Time',
  'k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime': 'MicroTime',
  'k8s.io.apimachinery.pkg.apis.meta.v1.FieldsV1': 'opaque',
  'k8s.io.apimachinery.pkg.apis.meta.v1.Duration': 'opaque',
  'k8s.io.apimachinery.pkg.api.resource.Quantity': 'Quantity',
  'k8s.io.apimachinery.pkg.runtime.RawExtension': 'opaque',
  'k8s.io.apimachinery.pkg.util.intstr.IntOrString': 'IntOrString',
};

const scalars: ReadonlySet<string> = new Set(['string', 'bool', 'int32', 'int64', 'bytes']);

/** A field as its .proto file has it. */
interface ProtoField {
  readonly number: number;
  readonly type: string;
  readonly form: 'optional' | 'repeated' | 'map';
}

/** What only the Go type says of a field: how JSON writes it. */
interface GoField {
  readonly jsonName: string;
  readonly isInline: boolean;
  /** Whether JSON writes a zero, rather than leaving the field out. */
  readonly writesZero: boolean;
}

interface Package {
  readonly name: string;
  readonly messages: ReadonlyMap<string, readonly ProtoField[]>;
  readonly goFields: ReadonlyMap<string, ReadonlyMap<number, GoField>>;
}

/** The text of the generated file, or undefined where Go or its module cache is missing. */
export function protobufMessages(): string | undefined {
  const cache = moduleCache();
  const folders = Object.keys(roots).map((place) => folderOf(place, cache));
  if (folders.some((folder) => folder === undefined)) return undefined;
  const packages = new Map(Object.keys(roots).map((place) => [packageName(place), readPackage(place, cache!)]));
  const names = Object.entries(roots).flatMap(([place, kinds]) => kinds.map((kind) => `${packageName(place)}.${kind}`));
  return fileOf(reachedFrom(names, packages));
}

function moduleCache(): string | undefined {
  try {
    return execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

function versionOf(module: string): string {
  const goMod = readFileSync(join(repository, 'test/control-plane/go.mod'), 'utf8');
  return new RegExp(`k8s\\.io/${module} (v\\S+)`).exec(goMod)![1]!;
}

function folderOf(place: string, cache: string | undefined): string | undefined {
  if (cache === undefined) return undefined;
  const [module, ...rest] = place.split('/');
  const folder = join(cache, 'k8s.io', `${module}@${versionOf(module!)}`, ...rest);
  return existsSync(folder) ? folder : undefined;
}

const packageName = (place: string): string => `k8s.io.${place.replaceAll('/', '.')}`;

// ── reading

function readPackage(place: string, cache: string): Package {
  const folder = folderOf(place, cache)!;
  const name = packageName(place);
  const sources = readdirSync(folder).filter((file) => /^(?!generated|zz_).*(?<!_test)\.go$/.test(file));
  const go = sources.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const messages = messagesIn(readFileSync(join(folder, 'generated.proto'), 'utf8'), name);
  return { name, messages, goFields: goFieldsIn(go) };
}

function messagesIn(proto: string, packageName: string): Map<string, ProtoField[]> {
  const blocks = proto.matchAll(/^message (\w+) \{\n([^]*?)^\}/gm);
  return new Map([...blocks].map(([, name, body]) => [`${packageName}.${name}`, protoFieldsIn(body!, packageName)]));
}

function protoFieldsIn(body: string, packageName: string): ProtoField[] {
  const lines = body.matchAll(/^ {2}(?:(optional|repeated) (\S+)|map<string, (\S+)>) \w+ = (\d+);$/gm);
  return [...lines].map(([, form, single, mapped, number]) => ({
    number: Number(number),
    type: typeNamed(single ?? mapped!, packageName),
    form: form === 'optional' || form === 'repeated' ? form : 'map',
  }));
}

function typeNamed(written: string, packageName: string): string {
  if (scalars.has(written)) return written;
  const name = written.startsWith('.') ? written.slice(1) : `${packageName}.${written}`;
  return leaves[name] ?? name;
}

function goFieldsIn(go: string): Map<string, Map<number, GoField>> {
  const structs = go.matchAll(/^type (\w+) struct \{\n([^]*?)^\}/gm);
  return new Map([...structs].map(([, name, body]) => [name!, new Map(body!.split('\n').flatMap(goField))]));
}

/** `Name *Type `json:"name,omitempty" protobuf:"bytes,1,opt,name=name"``; embedded types have no name. */
function goField(line: string): [number, GoField][] {
  const [, name, type, tags] = /^\t(?:(\w+)\s+)?(\S+)\s+`(.*)`/.exec(line) ?? [];
  const number = /protobuf:"\w+,(\d+),/.exec(tags ?? '')?.[1];
  if (type === undefined || number === undefined) return [];
  const [jsonName, ...options] = /json:"([^"]*)"/.exec(tags!)?.[1]?.split(',') ?? [''];
  const writesZero = type.startsWith('*') || !options.includes('omitempty');
  return [[Number(number), { jsonName: jsonName!, isInline: name === undefined && jsonName === '', writesZero }]];
}

// ── writing

function reachedFrom(names: readonly string[], packages: ReadonlyMap<string, Package>): Map<string, string[]> {
  const reached = new Map<string, string[]>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    const [packageName, message] = apart(name);
    const { messages, goFields } = packages.get(packageName) ?? { messages: undefined, goFields: undefined };
    const fields = messages?.get(name);
    if (fields === undefined) throw new Error(`no message ${name}: is its package among the roots?`);
    const lines = fields.map((field) => lineOf(field, goFields!.get(message)?.get(field.number), name));
    reached.set(name, lines);
    waiting.push(...fields.map(({ type }) => type).filter((type) => type.includes('.')));
  }
  return reached;
}

function apart(name: string): [packageName: string, message: string] {
  const dot = name.lastIndexOf('.');
  return [name.slice(0, dot), name.slice(dot + 1)];
}

function lineOf({ number, type, form }: ProtoField, go: GoField | undefined, message: string): string {
  if (go === undefined) throw new Error(`field ${number} of ${message} is not in its Go type`);
  const [packageName, shortName] = apart(type);
  const written = packageName === apart(message)[0] ? shortName : type;
  const formed = { optional: written, repeated: `${written}[]`, map: `map<${written}>` }[form];
  const isScalar = form === 'optional' && scalars.has(type);
  const notes = [...(go.isInline ? ['inline'] : []), ...(isScalar && go.writesZero ? ['zero'] : [])];
  const name = go.isInline ? '-' : go.jsonName;
  return ['', name, number, formed, ...notes].join(' ');
}

function fileOf(messages: ReadonlyMap<string, readonly string[]>): string {
  const blocks = [...messages].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const versions = ['api', 'apimachinery'].map((module) => `k8s.io/${module} ${versionOf(module)}`);
  return [
    `// Made by \`node scripts/generate-protobuf-messages.ts\` from ${versions.join(' and ')}: edits here are lost.`,
    '',
    '/**',
    ' * How the API server writes its kinds in protobuf, and where its JSON differs. A message by its name, then a field a',
    ' * line: its name in JSON, its number, its type (of the same package where it has no dots). `inline`: JSON has the fields',
    ' * of this message among its own. `zero`: JSON writes "", 0 and false; without it, it leaves the field out.',
    ' */',
    'export const generatedMessages: string = `',
    ...blocks.map(([name, lines]) => [name].concat(lines).join('\n')),
    '`;',
    '',
  ].join('\n');
}

if (import.meta.main) {
  const text = protobufMessages();
  if (text === undefined)
    throw new Error('Go’s module cache does not hold the Kubernetes API: build the control plane');
  writeFileSync(join(repository, generatedMessages), text);
  console.log(`wrote ${generatedMessages}`);
}
